import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { keyProgram } from './key-program.ts';

const run = keyProgram({ PATH: process.env['PATH'] });
const node = (code: string): string[] => [process.execPath, '-e', code];

/** A program that starts another one, which holds on to a connection for as long as it lives. */
const withChild = (port: number, then: string): string[] =>
  node(`require('node:child_process').spawn(process.execPath, ['-e', "require('node:net').connect(${port}, '127.0.0.1').on('close', () => {})"], { stdio: 'ignore' }); ${then}`);

describe('a program that is run for a key', () => {
  it('takes whatever it started with it when it takes too long', verifies('KEL-SETTINGS-20', 'KEL-SETTINGS-03'), async ({ skip }) => {
    if (process.platform === 'win32') skip('this system has no process groups');
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const ended = run(withChild((server.address() as AddressInfo).port, 'setInterval(() => {}, 1000)'), 2_000);
    const [socket] = await connected;
    const left = once(socket.on('error', () => {}).resume(), 'close');
    expect(await ended).toEqual({ exitCode: null, output: '', isMissing: false, isTimedOut: true });
    await left;
    await new Promise((resolve) => void server.close(resolve));
  });

  it('is ended when it says more than a key', verifies('KEL-SETTINGS-20', 'KEL-SETTINGS-03'), async () => {
    expect(await run(node("setInterval(() => process.stdout.write('x'.repeat(65_537)), 1)"), 60_000)).toEqual({ exitCode: null, output: '', isMissing: false, isTimedOut: false });
    expect(await run(node("process.stdout.write('x'.repeat(65_536))"), 60_000)).toMatchObject({ exitCode: 0, output: 'x'.repeat(65_536) });
  });
});
