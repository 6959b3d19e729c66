import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { createClient } from '../client/index.ts';
import { memoryTerminal } from './memory-terminal.ts';
import { runCli } from './run-cli.ts';

async function said(...argv: string[]): Promise<string> {
  const { terminal, error } = memoryTerminal();
  const client = createClient({ baseUrl: 'http://keelson.test', fetch: () => Promise.reject(new Error('nothing is asked for')) });
  await runCli(argv, '1.2.3', { terminal, client, signal: new AbortController().signal });
  return error();
}

describe('keelson', () => {
  it('says where to look when a command is not said as it should be', verifies('KEL-CLI-02'), async () => {
    expect([await said('run'), await said('run', 'sail', '--max-cost', 'abc'), await said('tools', 'run'), await said('zzzzzz')]).toEqual([
      "error: missing required argument 'task'\nkeelson run --help says what it takes.\n",
      "error: option '--max-cost <dollars>' argument 'abc' is invalid. Expected a number above 0.\n",
      "error: missing required argument 'tool'\nkeelson tools run --help says what it takes.\n",
      "error: unknown command 'zzzzzz'\nkeelson --help says what it takes.\n",
    ]);
    expect([await said('ledger'), await said('--help')].every((error) => !error.includes('says what it takes'))).toBe(true);
  });
});
