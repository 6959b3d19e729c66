import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_PORT } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';

it('npm start without a command serves the page, says where, and how a first task is given', verifies('KEL-SERVER-15'), async () => {
  const child = spawn(process.execPath, [resolve('scripts/start.cjs')], { env: { ...process.env, KEELSON_HOME: mkdtempSync(join(tmpdir(), 'keelson-start-')) }, stdio: ['ignore', 'pipe', 'pipe'] });
  let shown = '';
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (shown += bytes.toString('utf8')));
  await new Promise<void>((settle) => {
    child.stdout.on('data', () => shown.includes('Ctrl-C stops it.') && settle());
    child.once('close', () => settle());
  });
  child.kill('SIGINT');
  await ended;
  // Where another server has the usual port, this one says so: it is the same command.
  const isTaken = shown.includes('[server.port_unavailable]');
  expect([shown.includes(`http://127.0.0.1:${SERVER_PORT}`) || isTaken, shown.includes('keelson run "') || isTaken]).toEqual([true, true]);
});
