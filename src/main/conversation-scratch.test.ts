import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { documentKey, RunId, SessionId } from '../contracts/index.ts';
import { openScratch } from './conversation-scratch.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const dataFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-data-')));
  folders.push(folder);
  return folder;
};

const RUN = RunId.parse('run_01JCQZ9Y5D0000000000000001');
const SESSION = SessionId.parse('ses_01JCQZ9Y5D0000000000000001');
const entry = { run_id: RUN, request: 'Do it.', engine: 'model', session_id: SESSION, phase: 'plan', is_waiting: false, started_at: '2026-11-16T08:00:00.000Z', ended_at: null, reason: null };
const documents = (body?: object) => ({ get: async (key: string) => (body === undefined || key !== documentKey.runIndex(RUN) ? undefined : ({ body } as never)) });

describe('the scratch folder of a conversation', () => {
  it('lies in the data folder under the id of the conversation, for its owner alone, and stays', verifies('MAH-11C-2', 'KEL-SESSION-08'), async () => {
    const data = dataFolder();
    const scratch = await openScratch(data, RUN, documents(entry));
    expect(scratch.path).toBe(join(data, 'brain', SESSION, 'scratch'));
    expect(statSync(join(data, 'brain', SESSION)).mode & 0o777).toBe(0o700);
    writeFileSync(join(scratch.path, 'notes.txt'), 'kept');
    await scratch.close();
    expect(existsSync(join((await openScratch(data, RUN, documents(entry))).path, 'notes.txt'))).toBe(true);
  });

  it('is the run’s own where there is no conversation, and goes with it', verifies('MAH-11C-1', 'KEL-SESSION-08'), async () => {
    const data = dataFolder();
    const scratch = await openScratch(data, RUN, documents());
    expect(scratch.path).toBe(join(data, 'brain', RUN, 'scratch'));
    await scratch.close();
    expect(existsSync(join(data, 'brain', RUN))).toBe(false);
  });
});
