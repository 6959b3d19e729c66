import type { Scenario, ScenarioCondition, ScenarioTurn } from '../../contracts/index.ts';
import type { Asked } from './asked.ts';

/** A request as conditions see it. */
export interface Candidate {
  readonly asked: Asked;
  /** Counts from 1. */
  readonly number: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ChosenTurn {
  readonly turn: ScenarioTurn;
  /** Its place in the scenario, counted from 1. */
  readonly place: number;
}

/** A scenario being played. */
export interface Script {
  /** Undefined when no turn is left and the scenario says that this fails. */
  next(candidate: Candidate): ChosenTurn | undefined;
}

/**
 * Turns with conditions come first, in the order of the file, then the next one without. A turn without conditions answers
 * once unless `times` says more; one with conditions any number of times unless `times` says fewer.
 */
export function playScenario({ turns, on_exhausted }: Scenario): Script {
  const all = turns.map((turn, at): ChosenTurn => ({ turn, place: at + 1 }));
  const uses = new Map<ChosenTurn, number>();
  const isLeft = (chosen: ChosenTurn): boolean => (uses.get(chosen) ?? 0) < (chosen.turn.times ?? (chosen.turn.when === undefined ? 1 : Number.POSITIVE_INFINITY));
  return {
    next(candidate) {
      const left = all.filter(isLeft);
      const chosen =
        left.find(({ turn }) => turn.when !== undefined && holds(turn.when, candidate)) ??
        left.find(({ turn }) => turn.when === undefined) ??
        (on_exhausted === 'repeat_last' ? all.findLast(({ turn }) => turn.when === undefined) : undefined);
      if (chosen !== undefined) uses.set(chosen, (uses.get(chosen) ?? 0) + 1);
      return chosen;
    },
  };
}

/** True when everything that the condition names is so. */
export function holds(when: ScenarioCondition, { asked, number, headers }: Candidate): boolean {
  const fits = <Value>(wanted: Value | undefined, isSo: (value: Value) => boolean): boolean => wanted === undefined || isSo(wanted);
  return (
    fits(when.last_user_contains, (text) => asked.lastUserText.includes(text)) &&
    fits(when.last_user_equals, (text) => asked.lastUserText === text) &&
    fits(when.system_contains, (text) => asked.systemText.includes(text)) &&
    fits(when.tool_offered, (name) => asked.toolNames.includes(name)) &&
    fits(when.tool_result, ({ name, contains }) =>
      asked.toolResults.some((result) => fits(name, (wanted) => result.name === wanted) && fits(contains, (text) => result.text.includes(text))),
    ) &&
    fits(when.model, (model) => asked.model === model) &&
    fits(when.request_number, (wanted) => number === wanted) &&
    fits(when.output_schema, (wanted) => (typeof wanted === 'string' ? asked.outputSchemaName === wanted : asked.hasOutputSchema === wanted)) &&
    fits(when.header, ({ name, equals }) => {
      const value = headers[name.toLowerCase()];
      return value !== undefined && fits(equals, (text) => value === text);
    }) &&
    fits(when.streaming, (wanted) => asked.isStreaming === wanted) &&
    fits(when.format, (format) => asked.format === format)
  );
}
