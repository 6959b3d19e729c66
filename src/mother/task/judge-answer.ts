import { z } from 'zod';
import { NonEmptyText, PolicyVerdict, runAnswerJudged, TaintClass, type RunId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { EffectDefinition, Journal } from '../../ledger/index.ts';

const Nothing = z.strictObject({});

/** What a model wants to hand on, and what is thought of it. */
export const JudgedAnswer = z.strictObject({ text: z.string(), verdict: PolicyVerdict, taint_class: TaintClass, sources: z.array(NonEmptyText) });
export type JudgedAnswer = z.infer<typeof JudgedAnswer>;

/** The journal keeps the words; the event that everybody reads keeps their hash. */
export function judgeAnswerStep(runId: RunId, key: string, journal: Journal, signal: AbortSignal, judge: () => Promise<JudgedAnswer>): Promise<JudgedAnswer> {
  const effect: EffectDefinition<z.infer<typeof Nothing>, JudgedAnswer> = { name: 'run.answer', sideEffect: 'read_only', request: Nothing, result: JudgedAnswer, perform: judge };
  return journal.step(key, effect, {}, {
    signal,
    settle: (end) => (end.ok ? { events: [{ type: runAnswerJudged.type, streamId: runId, payload: { run_id: runId, call: key, verdict: end.result.verdict, taint_class: end.result.taint_class, sources: end.result.sources, answer_hash: sha256Hex(end.result.text) } }] } : {}),
  });
}
