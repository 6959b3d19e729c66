import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { lifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { documentKey, RunId, SessionId } from '../../contracts/index.ts';
import { collectGarbage } from './collect.ts';
import { sweepScratch, type ScratchFolders } from './sweep-scratch.ts';

const NOW = '2026-11-16T08:00:00.000Z';
const LONG_AGO = '2026-10-01T08:00:00.000Z';
const LATELY = '2026-11-01T08:00:00.000Z';
const run = (nth: number): RunId => RunId.parse(`run_01JCQZ9Y5D000000000000000${nth}`);
const session = (nth: number): SessionId => SessionId.parse(`ses_01JCQZ9Y5D000000000000000${nth}`);

function folders(...ids: string[]): ScratchFolders & { readonly left: Set<string> } {
  const left = new Set(ids);
  return { left, list: async () => [...left], remove: async (id) => void left.delete(id) };
}

function documentsOf(entries: readonly (readonly [string, object])[]) {
  const all = new Map(entries);
  return { get: async (key: string) => (all.has(key) ? ({ body: all.get(key) } as never) : undefined) };
}

const entry = (runId: RunId, endedAt: string | null, sessionId: SessionId | null = null) => [documentKey.runIndex(runId), { run_id: runId, request: 'Do it.', engine: 'model', session_id: sessionId, phase: endedAt === null ? 'execute' : 'terminate', is_waiting: false, started_at: LONG_AGO, ended_at: endedAt, reason: endedAt === null ? null : 'success' }] as const;
const talk = (sessionId: SessionId, at: string) => [documentKey.session(sessionId), { session_id: sessionId, started_at: LONG_AGO, exchanges: 1, latest: [{ run_id: run(1), input: 'Do it.', summary: 'Done.', at }] }] as const;

describe('what programs kept for a conversation', () => {
  it('goes a month after its last run, and not before, nor while one is open', verifies('KEL-CHILD-16'), async () => {
    const documents = documentsOf([
      talk(session(1), LONG_AGO),
      talk(session(2), LATELY),
      talk(session(3), LONG_AGO),
      [documentKey.session(session(4)), { session_id: session(4), started_at: LONG_AGO, exchanges: 0, latest: [] }],
      entry(run(1), LONG_AGO, session(1)),
      entry(run(3), null, session(3)),
      entry(run(5), LONG_AGO),
      entry(run(6), LATELY),
      entry(run(7), null),
      [documentKey.runDirectory(), { total: 2, latest: [run(1), run(3)], by_reason: {}, by_day: {} }],
    ]);
    const kept = folders(session(1), session(2), session(3), session(4), session(9), run(5), run(6), run(7), run(8), 'notes');
    expect(await sweepScratch(kept, documents, NOW)).toEqual([session(1), session(4), run(5)]);
    expect([...kept.left]).toEqual([session(2), session(3), session(9), run(6), run(7), run(8), 'notes']);
  });

  it('goes with the collector, whose record names it', verifies('KEL-CHILD-16'), async () => {
    const rig = await lifecycleRig();
    const known = [entry(run(5), '2020-01-01T00:00:00.000Z')];
    const documents = { ...rig.ports.ledger.documents, get: async (key: string) => (await documentsOf(known).get(key)) ?? rig.ports.ledger.documents.get(key) };
    const scratch = folders(run(5));
    const report = await collectGarbage({ ...rig.ports, ledger: { ...rig.ports.ledger, documents }, scratch }, new AbortController().signal);
    expect([report.scratch_removed, scratch.left.size]).toEqual([[run(5)], 0]);
  });
});
