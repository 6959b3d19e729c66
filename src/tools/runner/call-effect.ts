import { JsonObject, TaintClass, ToolCallDecision, ToolCallOutcome, type ToolDefinition } from '../../contracts/index.ts';
import { compileJsonSchema, KeelsonError, type Clock } from '../../kernel/index.ts';
import { errorWithoutSecrets, valueWithoutSecrets, withoutSecrets } from '../../redaction/index.ts';
import { isInterruption, type Blobs, type EffectContext, type EffectDefinition, type Timer } from '../../ledger/index.ts';
import type { Tool } from '../registry/tool.ts';
import { actionHash } from './action-hash.ts';
import { showOutput } from './bound-output.ts';
import type { ContentNow } from './content-now.ts';
import { keepBefore, type ChangeKeeper } from './keep-before.ts';
import { openHands, type HandsParts } from './open-hands.ts';
import { mayChangeFiles } from './prepare-call.ts';
import type { Turns } from './turns.ts';

export interface CallParts extends Omit<HandsParts, 'keeper' | 'judged' | 'signal' | 'timeoutMs' | 'isApproved'> {
  readonly input: unknown;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly timer: Timer;
  readonly clock: Clock;
  /** Whoever may change files does so alone: what one changed must not be taken for the doing of another. */
  readonly turns: Turns;
  readonly timeoutMs: number;
  /** What a file of the workspace holds at this moment; null when there is none. */
  contentNow(path: string): Promise<ContentNow | null>;
  /** How far what it gives back may be trusted, as things stand when it has been done. */
  taintClass(): Promise<TaintClass>;
  /** Told what a call had changed when it was stopped, before the stop goes on. */
  onStopped(outcome: ToolCallOutcome): Promise<void>;
}

/** Failures that another try may not meet again. Only what changes nothing, or the same way twice, is tried again. */
const TRANSIENT: ReadonlySet<string> = new Set(['network.unreachable', 'network.unresolved', 'network.timed_out', 'sandbox.failed', 'ledger.busy']);

/** The execution of a call as an effect: what was decided is in the request, and anything else is refused. */
export function callEffect(parts: CallParts): EffectDefinition<ToolCallDecision, ToolCallOutcome> {
  const { tool, clock } = parts;
  return {
    name: 'tool.call',
    sideEffect: tool.definition.side_effects,
    request: ToolCallDecision,
    result: ToolCallOutcome,
    async perform(decision, context) {
      const startedMs = clock.monotonicMs();
      refuseOtherAction(parts, decision);
      const retries = tool.definition.side_effects === 'destructive' ? 0 : tool.definition.max_retries;
      const attempts = async (): Promise<ToolCallOutcome> => {
        // One keeper for all tries: what stood in a file before the first of them is what can be put back.
        const keeper = keepBefore(context.journal, parts.blobs);
        let isUndoable = true;
        for (let attempt = 1; ; attempt += 1) {
          const outcome = await attemptCall(parts, decision, context, attempt, keeper);
          isUndoable &&= outcome.is_undoable;
          if (outcome.error === null || attempt > retries || !TRANSIENT.has(outcome.error.code)) return { ...outcome, is_undoable: isUndoable, duration_ms: Math.round(clock.monotonicMs() - startedMs) };
        }
      };
      return mayChangeFiles(tool) ? parts.turns.take(attempts, context.signal) : attempts();
    },
  };
}

/** The decision came out of the journal, perhaps days later: what would be done now must still be what was decided then. */
function refuseOtherAction({ tool, intentions, place }: CallParts, decision: ToolCallDecision): void {
  if (actionHash({ definitionHash: decision.definition_hash, workspace: place.workspace, input: decision.arguments, intentions }) === decision.action_hash) return;
  throw new KeelsonError('tool.not_decided', {
    message: `What ${tool.definition.tool_id} would do now is not what was decided.`,
    nextStep: 'Ask for the call again; it is then judged as it is now.',
    data: { tool_id: tool.definition.tool_id, subject: decision.action_hash },
  });
}

async function attemptCall(parts: CallParts, decision: ToolCallDecision, context: EffectContext, attempt: number, keeper: ChangeKeeper): Promise<ToolCallOutcome> {
  const { tool, blobs, timeoutMs } = parts;
  const deadline = new AbortController();
  const callOff = parts.timer.after(timeoutMs, () => deadline.abort());
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  const opened = openHands({ ...parts, judged: decision.intentions, isApproved: decision.approval_id !== null, keeper, signal });
  // A tool that fails before its first wait fails like any other.
  const end = await (async () => tool.perform(parts.input, opened.hands))().then(
    (output) => ({ output, error: null }),
    (error: unknown) => ({ output: null, error }),
  );
  callOff();
  const delegated = opened.delegated();
  const common = {
    changes: [...(await keeper.changes(parts.contentNow)), ...delegated.flatMap(({ changes }) => changes)],
    is_undoable: opened.isUndoable() && delegated.every(({ names_all_changes: isAll }) => isAll),
    taint_class: highestOf([await parts.taintClass(), ...delegated.map(({ taint_class: taint }) => taint)]),
    sandbox: opened.usedSandbox() ? parts.programs.backend : null,
    attempts: attempt,
    duration_ms: 0,
  };
  // A stop is no result, whatever came of it: the journal records it as what it is.
  if (context.signal.aborted) {
    await parts.onStopped({ ...common, status: 'interrupted', output: null, shown: { text: '', total_chars: 0, whole: null }, error: null });
    throw end.error ?? context.signal.reason;
  }
  const checked: Checked = end.error === null ? checkOutput(tool, end.output) : { output: null, text: '', error: expected(end.error, deadline.signal) };
  const error = deadline.signal.aborted ? timedOut(tool.definition, timeoutMs) : checked.error;
  // What it had given when it was stopped is shown; it is not its result.
  const text = withoutSecrets([...(error === null ? [] : [error.message]), ...(checked.text === '' ? [] : [checked.text]), ...(opened.putBack() === '' ? [] : [opened.putBack()])].join('\n'));
  const shown = await showOutput(text, blobs);
  return {
    ...common,
    status: error === null ? (shown.whole === null ? 'completed' : 'truncated') : 'failed',
    output: error !== null || checked.output === null ? null : valueWithoutSecrets(checked.output),
    shown,
    error: error === null ? null : errorWithoutSecrets(error.toBody()),
  };
}

/** A defect is not recorded as the tool's failure: it ends the run, as defects do. What breaks off at the deadline is none. */
function expected(error: unknown, deadline: AbortSignal): KeelsonError | null {
  // Whoever goes on with the run makes the call again: nothing came of it yet.
  if (isInterruption(error)) throw error;
  if (error instanceof KeelsonError) return error;
  if (deadline.aborted) return null;
  throw error;
}

function highestOf(classes: readonly TaintClass[]): TaintClass {
  return TaintClass.options[Math.max(...classes.map((one) => TaintClass.options.indexOf(one)))] ?? 'unclassified';
}

interface Checked {
  readonly output: JsonObject | null;
  readonly text: string;
  readonly error: KeelsonError | null;
}

/** What does not fit the tool's own contract is an error, not a result. */
function checkOutput({ definition, show }: Tool, output: unknown): Checked {
  const issues = compileJsonSchema(definition.output_schema)(output);
  const asObject = JsonObject.safeParse(output);
  if (issues.length === 0 && asObject.success) return { output: asObject.data, text: show(output), error: null };
  const error = new KeelsonError('tool.output_invalid', {
    message: `${definition.tool_id} gave something that its own contract does not allow.`,
    nextStep: 'Report this as a defect of the tool; what it did is recorded all the same.',
    data: { tool_id: definition.tool_id, issues: issues.length === 0 ? [{ path: '', message: 'expected a JSON object' }] : [...issues] },
  });
  return { output: null, text: '', error };
}

function timedOut({ tool_id }: ToolDefinition, timeoutMs: number): KeelsonError<'tool.timed_out'> {
  return new KeelsonError('tool.timed_out', {
    message: `${tool_id} was stopped after ${timeoutMs} ms, with everything it had started.`,
    nextStep: 'Do less in one call, or start what takes long as a background process.',
    data: { tool_id, timeout_ms: timeoutMs },
  });
}
