import { z } from 'zod';
import { NonEmptyText, OfferedTool, OfferedToolName, PolicyVerdict, runAnswerJudged, TaintClass, type RunId } from '../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../kernel/index.ts';
import { openJournal, type EffectDefinition, type Journal } from '../ledger/index.ts';
import { runEntries } from '../oversight/index.ts';
import type { Tool } from '../tools/index.ts';
import { toolsThatFit } from './fit-to-context.ts';
import type { RunPorts } from './run-life.ts';

const Nothing = z.strictObject({});

/** Which tools are there depends on the machine, so what a model is offered is recorded like everything from outside. */
export function toolsOfferedEffect(look: () => Promise<readonly Tool[]>, contextTokens: number): EffectDefinition<z.infer<typeof Nothing>, OfferedTool[]> {
  return {
    name: 'tools.offer',
    sideEffect: 'read_only',
    request: Nothing,
    result: z.array(OfferedTool),
    perform: async () => {
      const named = (await look()).flatMap(({ definition: { tool_id, tool_name, input_schema } }) => (OfferedToolName.safeParse(tool_id).success ? [{ name: tool_id, description: tool_name, parameters: input_schema }] : []));
      return toolsThatFit(named, contextTokens);
    },
  };
}

/** What a model wants to say to the person, and what is thought of it. */
export const JudgedAnswer = z.strictObject({ text: z.string(), verdict: PolicyVerdict, taint_class: TaintClass, sources: z.array(NonEmptyText) });
export type JudgedAnswer = z.infer<typeof JudgedAnswer>;

function answerEffect(judge: () => Promise<JudgedAnswer>): EffectDefinition<z.infer<typeof Nothing>, JudgedAnswer> {
  return { name: 'run.answer', sideEffect: 'read_only', request: Nothing, result: JudgedAnswer, perform: judge };
}

/** The journal keeps the words; the event that everybody reads keeps their hash. */
export function judgeAnswerStep(runId: RunId, key: string, journal: Journal, signal: AbortSignal, judge: () => Promise<JudgedAnswer>): Promise<JudgedAnswer> {
  return journal.step(key, answerEffect(judge), {}, {
    signal,
    settle: (end) => (end.ok ? { events: [{ type: runAnswerJudged.type, streamId: runId, payload: { run_id: runId, call: key, verdict: end.result.verdict, taint_class: end.result.taint_class, sources: end.result.sources, answer_hash: sha256Hex(end.result.text) } }] } : {}),
  });
}

/** What a run that has ended had said last; empty when it never came to say anything, or when that was erased. */
export async function answerOfEndedRun(runId: RunId, ports: RunPorts): Promise<string> {
  const key = await lastAnswerOf(runId, ports);
  if (key === undefined) return '';
  const { ledger, writer, clock, ids, random, timer } = ports;
  const signal = new AbortController().signal;
  try {
    const journal = await openJournal({ runId, writer, reader: ledger.log, blobs: ledger.blobs, clock, ids, random, timer, signal, mode: 'recorded' });
    const { text, verdict } = await journal.step(key, answerEffect(() => Promise.reject(new TypeError('a recorded journal performs nothing'))), {});
    return verdict.decision === 'block' || verdict.decision === 'deny' ? '' : text;
  } catch (error) {
    if (error instanceof KeelsonError && error.code.startsWith('journal.')) return '';
    throw error;
  }
}

async function lastAnswerOf(runId: RunId, { ledger }: Pick<RunPorts, 'ledger'>): Promise<string | undefined> {
  let key: string | undefined;
  for await (const { event } of runEntries(runId, ledger.log)) if (event.type === runAnswerJudged.type && event.payload !== null) key = runAnswerJudged.payload.parse(event.payload).call;
  return key;
}
