import type { JsonValue } from '../../contracts/index.ts';
import { compileJsonSchema } from '../../kernel/index.ts';
import { callsThatGive } from '../evidence/grounding.ts';
import { refsOf } from '../work.ts';
import type { Look } from './check-ports.ts';
import { met, unmet, type CheckFinding } from './finding.ts';
import { pointedAt } from './json-pointer.ts';
import { subjectOf, type Subject } from './subject.ts';

/** Problems told at most; the first ones say enough to go on. */
const PROBLEMS_TOLD_MAX = 3;

/** Strict: what a model meant to write is no matter here, for whoever uses the file will not guess either. */
function parsed({ name, text, calls }: Subject): { readonly value: JsonValue } | { readonly finding: CheckFinding } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { finding: unmet(`${name} is not valid JSON.`, 'logical', refsOf(calls)) };
  }
}

export const jsonValid: Look<'json_valid'> = async ({ subject: of, schema }, work, ports) => {
  const subject = await subjectOf(of, work, ports);
  if ('finding' in subject) return subject.finding;
  const json = parsed(subject);
  if ('finding' in json) return json.finding;
  const problems = schema === null ? [] : compileJsonSchema(schema)(json.value);
  if (problems.length === 0) return met(`${subject.name} is valid JSON${schema === null ? '' : ' and fits its schema'}.`, refsOf(subject.calls));
  const told = problems.slice(0, PROBLEMS_TOLD_MAX).map(({ path, message }) => `${path === '' ? 'the whole' : path} ${message}`);
  return unmet(`${subject.name} does not fit its schema: ${told.join('; ')}.`, 'logical', refsOf(subject.calls));
};

/** A number in a file stands there; one in the output must also come out of a call, or be the count of what a call gave. */
export const numberInRange: Look<'number_in_range'> = async ({ subject: of, pointer, min, max }, work, ports) => {
  const subject = await subjectOf(of, work, ports);
  if ('finding' in subject) return subject.finding;
  const json = parsed(subject);
  if ('finding' in json) return json.finding;
  const place = pointer === null ? subject.name : `${pointer === '' ? 'the whole' : pointer} of ${subject.name}`;
  const value = pointer === null ? json.value : pointedAt(json.value, pointer);
  if (typeof value !== 'number') return unmet(`There is no number at ${place}.`, 'logical', refsOf(subject.calls));
  if ((min !== null && value < min) || (max !== null && value > max)) return unmet(`${value} at ${place} is not between ${min ?? 'anything'} and ${max ?? 'anything'}.`, 'logical', refsOf(subject.calls));
  const calls = of.of === 'file' ? subject.calls : callsThatGive(value, work);
  if (calls.length === 0) return unmet(`${value} at ${place} comes out of no call of this run: only the executor's own words say so.`, 'logical');
  return met(`${value} at ${place} lies in the range.`, refsOf(calls));
};
