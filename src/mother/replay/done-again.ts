import type { StepKey } from '../../contracts/index.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';
import type { EffectContext, EffectDefinition, EffectHandler, Journal } from '../../ledger/index.ts';

/** A step that came out otherwise when it was done again. */
export interface Drift {
  readonly key: StepKey;
  readonly effect: string;
  readonly originalHash: string;
  readonly replayHash: string;
}

/** What looks at the folder, and what tools do in it. Everything else of a run follows from these and from what was recorded. */
const AGAIN: ReadonlySet<string> = new Set(['tool.call', 'workspace.list', 'check.read_file', 'check.hash_file', 'review.files', 'review.folders', 'tests.look', 'artifact.patch']);

/**
 * Does again whatever can be done again, and holds it against the record. The run goes on with what was recorded, so that
 * one step that came out otherwise does not hide what comes after it.
 */
export function doneAgain(recorded: EffectHandler, onDrift: (drift: Drift) => void): EffectHandler {
  return <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>): EffectDefinition<Request, Result> => {
    const known = recorded(key, effect);
    if (!AGAIN.has(effect.name)) return known;
    return {
      ...known,
      async perform(request, context) {
        const was = await outcomeOf(() => known.perform(request, context));
        const is = await outcomeOf(() => effect.perform(request, unrecorded(context)));
        const [originalHash, replayHash] = [canonicalHash(comparable(was)), canonicalHash(comparable(is))];
        if (originalHash !== replayHash) onDrift({ key, effect: effect.name, originalHash, replayHash });
        if ('error' in was) throw was.error;
        return was.result;
      },
    };
  };
}

type Outcome<Result> = { readonly result: Result } | { readonly error: KeelsonError };

/** What interrupts a replay is no outcome of a step. */
async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof KeelsonError) || error.code.startsWith('journal.')) throw error;
    return { error };
  }
}

/** How long it took and what was thought of it differ each time, and say nothing of what came out. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['duration_ms', 'taint_class', 'sandbox', 'attempts']);

function comparable(outcome: Outcome<unknown>): unknown {
  if ('error' in outcome) return outcome.error.toBody();
  const { result } = outcome;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return { result };
  return { result: Object.fromEntries(Object.entries(result).filter(([name]) => !NOT_COMPARED.has(name))) };
}

/** What is done below a step that is done again is done too, and written nowhere. */
function unrecorded(context: EffectContext): EffectContext {
  const journal: Journal = {
    step: (_key, effect, request) => effect.perform(request, { ...context, journal }),
    scope: () => journal,
    now: () => Promise.reject(new TypeError('a tool does not ask what time it is')),
    mint: () => Promise.reject(new TypeError('a tool makes no ids')),
    randomBytes: () => Promise.reject(new TypeError('a tool asks for no chance')),
    flush: async () => undefined,
  };
  return { ...context, journal };
}
