/** What short awk programs print when their input is known. */
import { decodeEscapes } from '../syntax/ansi-quotes.ts';

const PROGRAM_CHARS_MAX = 400;
const TERM = /\s*(?:"((?:[^"\\]|\\.)*)"|\$(NF|[0-9]+)|(-?[0-9]+)|(,))/y;

/** `BEGIN { print … }`, `{ print … }` and `1`; undefined for what is not followed. */
export function printedByAwk(source: string, input: string | undefined, separator: string | undefined): string | undefined {
  if (source.length > PROGRAM_CHARS_MAX) return undefined;
  const program = source.trim();
  if (input !== undefined && (program === '1' || program === '{print}' || program === '{ print }')) return input;
  const begins = program.startsWith('BEGIN');
  const body = program.slice(begins ? 'BEGIN'.length : 0).trim();
  const statement = body.slice(1, -1).trim().replace(/;$/, '');
  const [verb] = /^printf?(?![\w])/.exec(statement) ?? [];
  if (!body.startsWith('{') || !body.endsWith('}') || verb === undefined || /[{};]/.test(statement)) return undefined;
  const rest = statement.slice(verb.length).trim();
  const lines = begins ? [''] : input?.replace(/\n$/, '').split('\n');
  const printed = lines?.map((line) => printedFor(line, verb, rest.startsWith('(') && rest.endsWith(')') ? rest.slice(1, -1) : rest, separator));
  return printed === undefined || printed.includes(undefined) ? undefined : printed.join('');
}

function printedFor(line: string, verb: string, rest: string, separator: string | undefined): string | undefined {
  const fields = separator === undefined || separator === ' ' ? line.split(/[ \t]+/).filter((field) => field !== '') : line.split(separator);
  /** Terms side by side are one value, a comma begins the next. */
  const values: string[] = [''];
  TERM.lastIndex = 0;
  while (TERM.lastIndex < rest.trimEnd().length) {
    const term = TERM.exec(rest);
    if (term === null) return undefined;
    const [, text, field, number, comma] = term;
    if (comma !== undefined) values.push('');
    else values.push((values.pop() ?? '') + (text === undefined ? (number ?? fieldOf(field ?? '0', line, fields)) : decodeEscapes(text, 'quotes')));
  }
  return verb === 'print' ? `${values.join(' ')}\n` : filledIn(values);
}

function fieldOf(name: string, line: string, fields: readonly string[]): string {
  if (name === '0') return line;
  return (name === 'NF' ? fields.at(-1) : fields[Number(name) - 1]) ?? '';
}

function filledIn([format = '', ...values]: readonly string[]): string {
  return values.reduce((text, value) => text.replace(/%([scd])/, (_, kind: string) => (kind === 'c' && /^[0-9]+$/.test(value) ? String.fromCharCode(Number(value)) : value)), format);
}
