import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryTerminal, runCli } from '../../src/cli/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Ledger, type LogWriter, type NewEvent } from '../../src/ledger/index.ts';
import { compose } from '../../src/main/compose.ts';
import { ledgerFileOf } from '../../src/main/data-folder.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { TRACE_FOLDER, TRACED } from './traced.ts';

export const LAUNCHER = fileURLToPath(new URL('../../bin/keelson.cjs', import.meta.url));

/** Data folders that a test file makes and leaves empty-handed. */
export function homes(): { newHome(): string; removeAll(): void } {
  const folders: string[] = [];
  return {
    newHome() {
      const folder = mkdtempSync(join(tmpdir(), 'keelson-home-'));
      folders.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The whole program in this process, from the words on the command line to the files; as its own when it is traced. */
export async function keelson(home: string, line: string, signal: AbortSignal = new AbortController().signal): Promise<Ended> {
  if (TRACE_FOLDER !== undefined) return launched(home, line);
  const { client, close } = compose({ version: '0', nodeVersion: '24.0.0', platform: 'test', environment: { KEELSON_HOME: home }, requirementsFolder: '.', currentFolder: home });
  const { terminal, out, error } = memoryTerminal();
  const status = await runCli(line.split(' '), '0', { terminal, client, signal }).finally(close);
  return { status, stdout: out(), stderr: error() };
}

/** Somebody else than the superuser, who may write anywhere. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The program as its own process: it must also end. */
export function launched(home: string, line: string, as: { readonly uid?: number; readonly gid?: number } = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...line.split(' ')], {
    ...as,
    encoding: 'utf8',
    env: { ...process.env, ...TRACED, KEELSON_HOME: home },
  });
  return { status, stdout, stderr };
}

/** Opens the ledger of the tenant `default` as a program would, and closes it again. */
export async function withLedger(home: string, use: (ledger: Ledger, writer: LogWriter) => Promise<unknown>): Promise<void> {
  const store = await openSqliteStore({ file: ledgerFileOf(home, 'default') });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }) });
  await use(ledger, ledger.log.writerFor(AUTHOR)).finally(ledger.close);
}

export async function record(home: string, key: string, events: readonly NewEvent[]): Promise<void> {
  await withLedger(home, (_ledger, writer) => writer.append({ key, events }));
}

/** Changes one letter where it stands on the disk, so that no structure of the file is hurt. */
export function damage(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  if (at <= 0) throw new Error(`"${text}" is not in ${file}`);
  bytes[at] = (bytes[at] ?? 0) ^ 0x20;
  writeFileSync(file, bytes);
}
