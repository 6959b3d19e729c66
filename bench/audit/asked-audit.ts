import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ledgerFileOf } from '../../src/main/data-folder.ts';
import { median, rounded } from '../benchmark.ts';
import { APPEND_EVENTS, appendMessages, openedLedger } from './audited-ledger.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/keelson.cjs', import.meta.url));

export interface AskedAudit {
  readonly events: number;
  /** The same program saying its version: what a command costs before it does anything. */
  readonly floor_ms: number;
  /** Asked with everything still to be written down. */
  readonly first_ms: number;
  /** Asked again, with nothing new. */
  readonly again_ms: number;
  readonly ratio: number;
}

/** How long a person waits for `keelson audit`, as they type it: with the whole ledger to be audited first, and with nothing. */
export async function askAudit(home: string, count: number, rounds: number): Promise<AskedAudit> {
  const folder = dirname(ledgerFileOf(home, 'default'));
  mkdirSync(folder, { recursive: true });
  const { writer, close } = await openedLedger(folder);
  const appends = Math.ceil(count / APPEND_EVENTS);
  for (let at = 0; at < appends; at += 1) await appendMessages(writer, at);
  await close();
  const first = timeMs(home, ['audit']);
  const again: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(timeMs(home, ['--version']));
    again.push(timeMs(home, ['audit']));
  }
  const [floorMs, againMs] = [median(floor), median(again)];
  return { events: appends * APPEND_EVENTS, floor_ms: rounded(floorMs, 0), first_ms: rounded(first, 0), again_ms: rounded(againMs, 0), ratio: rounded(againMs / floorMs) };
}

function timeMs(home: string, words: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [LAUNCHER, ...words], { env: { ...process.env, KEELSON_HOME: home }, encoding: 'utf8' });
  // One that failed at once would pass for a fast one.
  if (status !== 0) process.stderr.write(stderr);
  return status === 0 ? performance.now() - begun : Number.NaN;
}
