import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { toolServer } from './tool-server.ts';

/** The test server as a program: `stdio-server.ts <tool,tool,…> [flag…]`. */
const [names = '', ...flags] = process.argv.slice(2);
if (flags.includes('--greets')) process.stdout.write('Welcome to the test server!\n');
if (flags.includes('--fails-at-start')) {
  process.stderr.write('cannot read the configuration\nAKIAIOSFODNN7EXAMPLE is not accepted\n');
  process.exit(1);
}
if (flags.includes('--does-not-end')) {
  process.on('SIGTERM', () => undefined);
  // Longer than any test needs, so that a test which fails leaves nothing behind for long.
  setTimeout(() => process.exit(9), 45_000);
}
if (flags.includes('--babbles')) for (let line = 0; line < 12_000; line += 1) process.stdout.write(`line ${line}\n`);
await toolServer(names.split(',')).connect(new StdioServerTransport());
