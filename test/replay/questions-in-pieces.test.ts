import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { runStepIntended } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { BUILTIN_SETUP, createBlobs, verifyLog } from '../../src/ledger/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import { verifies } from '../requirements/verifies.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('a conversation that an earlier release kept in pieces', () => {
  it('is read whole by the program of today, and verifies', verifies('KEL-LEDGER-19'), async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-pieces-'));
    folders.push(folder);
    const file = join(folder, 'ledger.db');
    writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, 'pieces-0.10.0.db.gz'))));
    const store = await openSqliteStore({ file });
    const asked = (await store.entries({ after: 0, limit: 100 })).map(({ payload }) => runStepIntended.payload.parse(JSON.parse(payload ?? '')).intent);
    const blobs = createBlobs(store);
    const questions = await Promise.all(asked.map(async ({ request }) => ('ref' in request ? blobs.read(request.ref) : Buffer.from(''))));
    expect(questions.map((question) => sha256Hex(question))).toEqual(asked.map(({ request_hash: hash }) => hash));
    expect(questions.map((question) => (JSON.parse(String(question)) as { messages: unknown[] }).messages.length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const work = verifyLog(store, BUILTIN_SETUP);
    let step = await work.next();
    while (step.done !== true) step = await work.next();
    expect(step.value.faults).toEqual([]);
    expect(await store.examine()).toEqual([]);
    await store.close();
  });
});
