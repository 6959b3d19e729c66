import type { HardRevisionCall, HumanDecisionOption, Name } from '../../contracts/index.ts';
import { compileJsonSchema } from '../../kernel/index.ts';
import { uniformText } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { answerInvalid } from './hard-call-errors.ts';

/** What a person said: an option by name, number or label, or their own words. */
export interface SaidAnswer {
  readonly option?: string;
  readonly words?: string;
}

export interface ChosenAnswer {
  readonly optionId: Name | null;
  /** Null when an option says it all. */
  readonly words: string | null;
}

/** What was said as an answer to this very question, or the refusal that tells what would be one. */
export function chooseAnswer(call: HardRevisionCall, { option, words }: SaidAnswer): ChosenAnswer {
  if ((option === undefined) === (words === undefined)) throw answerInvalid(call, 'it takes either an option or words');
  const said = (option ?? words ?? '').trim();
  const chosen = optionFor(said, call.options);
  if (chosen !== undefined) return { optionId: chosen.option_id, words: null };
  if (said === '') throw answerInvalid(call, 'it says nothing');
  if (option !== undefined || call.response_mode === 'closed_choice') throw answerInvalid(call, `"${said}" is none of the options`);
  demandFitting(call, said);
  // What is kept of it holds no key or password: there are other ways to give one.
  return { optionId: null, words: withoutSecrets(said) };
}

/** A name goes before a number, and a number before a label: an option may be called "2". */
function optionFor(said: string, options: readonly HumanDecisionOption[]): HumanDecisionOption | undefined {
  const plain = spoken(said);
  return options.find(({ option_id: id }) => id === plain) ?? options.find((_option, at) => String(at + 1) === said) ?? options.find(({ label }) => spoken(label) === plain);
}

function spoken(text: string): string {
  return uniformText(text).toLowerCase();
}

/** Words are checked as they are, or as the JSON that they spell. */
function demandFitting(call: HardRevisionCall, words: string): void {
  if (call.response_schema === undefined) return;
  const check = compileJsonSchema(call.response_schema);
  const problems = check(words);
  if (problems.length === 0) return;
  const spelled = jsonIn(words);
  if (spelled !== undefined && check(spelled).length === 0) return;
  throw answerInvalid(call, problems.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; '));
}

function jsonIn(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return undefined;
  }
}
