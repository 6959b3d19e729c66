/** Programs whose first word says what they do. */
import type { Call, ProgramRule } from '../evaluate/call.ts';
import { isKnown } from '../expand/marks.ts';

export interface VerbTable {
  /** Verbs, or two of them with a space, that only look or are ordinary work. */
  readonly allow: readonly string[];
  /** Global options that take a value, so that it is not taken for a verb. */
  readonly valued?: readonly string[];
  /** What the others do, for the person who is asked. */
  readonly otherwise: { readonly rule: string; readonly text: string };
  /** Looks further, whatever the verb. */
  readonly also?: (call: Call, verbs: readonly string[]) => void;
}

const ASKS_NOTHING = new Set(['--version', '-V', '-v', '--help', '-h', 'help', 'version']);

export const byVerb = (table: VerbTable): ProgramRule => (call) => {
  const verbs = verbsOf(call.args, table.valued ?? []);
  table.also?.(call, verbs);
  const [first = '', second = '', third = ''] = verbs;
  if (call.args.slice(0, call.args.includes('--') ? call.args.indexOf('--') : undefined).includes('--help')) return;
  if (verbs.length === 0 && call.args.every((argument) => ASKS_NOTHING.has(argument))) return;
  if (ASKS_NOTHING.has(first) && verbs.length <= (first === 'help' ? 9 : 1)) return;
  const known = isKnown(first) && [first, `${first} ${second}`, `${first} ${second} ${third}`].some((verb) => table.allow.includes(verb));
  if (!known) call.ask(table.otherwise.rule, `${call.shown} ${table.otherwise.text}.`);
};

export function verbsOf(args: readonly string[], valued: readonly string[]): string[] {
  const verbs: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    if (argument === '--') break;
    if (valued.includes(argument)) at += 1;
    else if (!/^[-+]/.test(argument)) verbs.push(argument);
  }
  return verbs;
}
