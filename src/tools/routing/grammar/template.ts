import { invariant } from '../../../kernel/index.ts';
import { ROUTER_LEXICON, type Lexicon } from './lexicon.ts';
import type { Part } from './part.ts';

/**
 * Phrases are written as people say them: `(show|print) [me] [the] file <path:file>`. Round brackets choose, square
 * ones may be left out, `<argument:slot>` reads a value, `{name}` stands for a phrase of the vocabulary.
 */
export function parseTemplate(template: string, lexicon: Lexicon = ROUTER_LEXICON): readonly Part[] {
  const reader = { template, at: 0, lexicon };
  const options = readOptions(reader);
  invariant(reader.at === template.length, `a bracket is closed that was not opened: ${template}`);
  return options.length === 1 ? (options[0] ?? []) : [{ kind: 'choice', options }];
}

interface Reader {
  readonly template: string;
  readonly lexicon: Lexicon;
  at: number;
}

const SIGNS = new Set(['(', ')', '[', ']', '|', '<', '{', ' ', '\n']);

function readOptions(reader: Reader): (readonly Part[])[] {
  const options: Part[][] = [[]];
  while (reader.at < reader.template.length) {
    const sign = reader.template.charAt(reader.at);
    if (sign === ')' || sign === ']') break;
    if (sign === '|') {
      options.push([]);
      reader.at += 1;
    } else if (sign === ' ' || sign === '\n') reader.at += 1;
    else options.at(-1)?.push(...readPart(reader, sign));
  }
  return options;
}

function readPart(reader: Reader, sign: string): readonly Part[] {
  if (sign === '(') return [{ kind: 'choice', options: bracketed(reader, ')') }];
  if (sign === '[') return [{ kind: 'choice', options: [[], ...bracketed(reader, ']')] }];
  if (sign === '<') return [slotPart(upTo(reader, '>'), reader.lexicon)];
  if (sign === '{') return parseTemplate(named(reader.lexicon.vocabulary, upTo(reader, '}')), reader.lexicon);
  const start = reader.at;
  while (reader.at < reader.template.length && !SIGNS.has(reader.template.charAt(reader.at))) reader.at += 1;
  return [{ kind: 'word', word: reader.template.slice(start, reader.at) }];
}

function bracketed(reader: Reader, closing: string): (readonly Part[])[] {
  reader.at += 1;
  const options = readOptions(reader);
  invariant(reader.template.charAt(reader.at) === closing, `${closing} is missing: ${reader.template}`);
  reader.at += 1;
  return options;
}

function upTo(reader: Reader, closing: string): string {
  const end = reader.template.indexOf(closing, reader.at);
  invariant(end > 0, `${closing} is missing: ${reader.template}`);
  const name = reader.template.slice(reader.at + 1, end);
  reader.at = end + 1;
  return name;
}

function slotPart(name: string, { slots }: Lexicon): Part {
  const [argument = '', slot] = name.split(':');
  return slot === undefined ? { kind: 'slot', argument: null, slot: named(slots, argument) } : { kind: 'slot', argument, slot: named(slots, slot) };
}

function named<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const found = table[name];
  invariant(found !== undefined, `a phrase names ${name}, which there is not`);
  return found;
}
