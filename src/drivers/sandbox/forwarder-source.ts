/** A program that listens on a port of the sandbox's own loopback and passes every byte to the proxy's socket. */
export function forwarderSource(): string {
  return [
    "const net = require('node:net');",
    'const [socket, port] = process.argv.slice(-2);',
    'net.createServer({ allowHalfOpen: true }, (near) => {',
    '  const far = net.connect({ path: socket, allowHalfOpen: true });',
    '  for (const [from, to] of [[near, far], [far, near]]) from.on("error", () => to.destroy()).pipe(to);',
    '}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\\n"));',
  ].join('\n');
}
