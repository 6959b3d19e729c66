import type { JsonObject } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { CYCLE_CALLS_MAX } from './executor-limits.ts';

interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Counts how often an attempt does the same. Two calls are the same when tool and arguments are. Calls begin to count
 * anew when another call has changed something, for then the same question may have another answer; a call's own changes
 * do not excuse it. A row of two to four calls that is gone through again and again counts as often as it was gone
 * through, whatever it changed: doing and undoing leads nowhere either.
 */
export interface RepetitionWatch {
  /** How often this has been done with this time. */
  note(call: Call): number;
  changedSomething(call: Call): void;
  /** A person spoke: what they want may be the same again. */
  forget(): void;
}

export function createRepetitionWatch(): RepetitionWatch {
  let made: string[] = [];
  const times = new Map<string, number>();
  return {
    note(call) {
      const signature = signatureOf(call);
      const sameCalls = (times.get(signature) ?? 0) + 1;
      made.push(signature);
      times.set(signature, sameCalls);
      return Math.max(sameCalls, ...CYCLE_LENGTHS.map((length) => roundsOf(made, length)));
    },
    changedSomething(call) {
      const signature = signatureOf(call);
      for (const other of times.keys()) if (other !== signature) times.delete(other);
    },
    forget() {
      made = [];
      times.clear();
    },
  };
}

const CYCLE_LENGTHS = Array.from({ length: CYCLE_CALLS_MAX - 1 }, (_, at) => at + 2);

function signatureOf({ name, arguments: given }: Call): string {
  return canonicalJson([name, given]);
}

/** How often the last calls, as many as `length`, have been made one after the other without anything between. */
function roundsOf(made: readonly string[], length: number): number {
  let same = length;
  while (same < made.length && made.at(-1 - same) === made.at(-1 - (same % length))) same += 1;
  return Math.floor(same / length);
}
