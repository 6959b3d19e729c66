import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const { version } = packageJson;
const LAUNCHER = fileURLToPath(new URL('../../bin/keelson.cjs', import.meta.url));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function keelson(args: readonly string[], { node = process.execPath, input = '' } = {}): Ended {
  const { status, stdout, stderr } = spawnSync(node, [LAUNCHER, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A Node older than 24 on this machine, to see that the launcher moves to the one that comes along. */
function olderNode(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder.includes('node_modules')) continue;
    const { status, stdout } = spawnSync(`${folder}/node`, ['--version'], { encoding: 'utf8' });
    if (status === 0 && Number.parseInt(stdout.slice(1), 10) < 24) return `${folder}/node`;
  }
  return undefined;
}

describe('the program', () => {
  it('prints its version without starting the rest', () => {
    expect(keelson(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(keelson(['-V'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('examines this machine', () => {
    const { status, stdout, stderr } = keelson(['doctor', '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout) as { version: string; usable: boolean; checks: { id: string }[] };
    expect({ ...report, checks: report.checks.map(({ id }) => id) }).toEqual({
      version,
      usable: true,
      checks: ['node', 'sqlite', 'models', 'sandbox', 'chromium', 'audit', 'postgres', 'redis'],
    });
  });

  it('lists its promises', () => {
    const { status, stdout } = keelson(['requirements']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^source +done +planned\n/);
  });

  it('finds and masks what is sensitive in lines of text', () => {
    const { status, stdout } = keelson(['check', 'text'], { input: '{"id":"1","input":"write to ada@example.com"}\n' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: '1',
      spans: [{ start: 9, end: 24, type: 'EMAIL' }],
      redacted: 'write to [EMAIL_1]',
    });
  });

  it('ends quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'requirements', '--list'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
    child.stdout.destroy();
    const status = await new Promise((resolve) => child.on('exit', resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('stops when its reader goes away, however much there is to read', async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'check', 'text'], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => {});
    const endless = setInterval(() => child.stdin.write('{"id":"1","input":"x"}\n'.repeat(1_000)), 5);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('exit', resolve));
    clearInterval(endless);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('says so when the answer cannot be written', ({ skip }) => {
    if (!existsSync('/dev/full')) skip('no /dev/full on this machine');
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [LAUNCHER, 'requirements'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    expect(status).toBe(74);
    expect(stderr).toMatch(/^keelson: The answer could not be written: ENOSPC/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends by %s also through an older Node', async (signal) => {
    const child = spawn(olderNode() ?? process.execPath, [LAUNCHER, 'check', 'text'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write('{"id":"1","input":"x"}\n');
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill(signal);
    const ended = await new Promise((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
    expect(ended).toBe(signal === 'SIGINT' ? 130 : 'SIGTERM');
  });

  it('moves to its own Node when the caller is older', ({ skip }) => {
    const node = olderNode();
    if (node === undefined) skip('no Node older than 24 on the path');
    expect(keelson(['--version'], { node })).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    const { status, stdout } = keelson(['doctor', '--json'], { node });
    expect(status).toBe(0);
    expect(stdout).toContain('"found":"Node 24.');
    expect(keelson(['nonsense'], { node }).status).toBe(2);
  });
});
