/** Brace expansion, which comes first of all and looks at nothing but unquoted text. */
import { BRACE_PRODUCT_MAX, BRACE_TRIES_MAX, BRACE_WORDS_MAX } from '../limits.ts';
import type { Word, WordPart } from '../syntax/tree.ts';

type Atom = string | Exclude<WordPart, { kind: 'text' }>;

/** The words that this one becomes; itself when it holds no braces; undefined when they are too many. */
export function expandBraces(word: Word): readonly Word[] | undefined {
  if (!word.parts.some((part) => part.kind === 'text' && part.text.includes('{'))) return [word];
  const atoms: Atom[] = word.parts.flatMap((part): Atom[] => (part.kind === 'text' ? part.text.split('') : [part]));
  const budget = { left: BRACE_TRIES_MAX };
  const expanded = expandAtoms(atoms, budget);
  return expanded === undefined ? undefined : expanded.map(toWord);
}

/** Whether a shell would make more words of it than any honest line needs; a long count from 1 upwards is none of these. */
export function isExplosive(word: Word): boolean {
  const atoms: Atom[] = word.parts.flatMap((part): Atom[] => (part.kind === 'text' ? part.text.split('') : [part]));
  let words = 1;
  for (let at = atoms.indexOf('{'); at !== -1 && words <= BRACE_PRODUCT_MAX; ) {
    const choices = choicesAt(atoms, at);
    words *= choices?.texts.length ?? 1;
    at = atoms.indexOf('{', choices?.end ?? at + 1);
  }
  return words > BRACE_PRODUCT_MAX;
}

function expandAtoms(atoms: readonly Atom[], budget: { left: number }): Atom[][] | undefined {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  for (let open = atoms.indexOf('{'); open !== -1; open = atoms.indexOf('{', open + 1)) {
    budget.left -= 1;
    if (budget.left < 0) return undefined;
    const choices = choicesAt(atoms, open);
    if (choices === undefined) continue;
    const before = atoms.slice(0, open);
    const after = expandAtoms(atoms.slice(choices.end), budget);
    if (after === undefined) return undefined;
    const words: Atom[][] = [];
    for (const choice of choices.texts) {
      const inner = expandAtoms(choice, budget);
      if (inner === undefined || words.length + inner.length * after.length > BRACE_WORDS_MAX) return undefined;
      for (const middle of inner) for (const tail of after) words.push([...before, ...middle, ...tail]);
    }
    return words;
  }
  return [[...atoms]];
}

function choicesAt(atoms: readonly Atom[], open: number): { texts: Atom[][]; end: number } | undefined {
  const texts: Atom[][] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open + 1; at < atoms.length; at += 1) {
    const atom = atoms[at];
    if (atom === '{') depth += 1;
    else if (atom === '}' && depth > 0) depth -= 1;
    else if (atom === ',' && depth === 0) {
      texts.push(atoms.slice(from, at));
      from = at + 1;
    } else if (atom === '}') {
      texts.push(atoms.slice(from, at));
      if (texts.length > 1) return { texts, end: at + 1 };
      const sequence = sequenceOf(texts[0] ?? []);
      return sequence === undefined ? undefined : { texts: sequence, end: at + 1 };
    }
  }
  return undefined;
}

/** `{a..e}`, `{1..9..2}`. */
function sequenceOf(atoms: readonly Atom[]): Atom[][] | undefined {
  const [from, to, step, ...rest] = atoms.map((atom) => (typeof atom === 'string' ? atom : '\u0000')).join('').split('..');
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  const isNumber = /^-?[0-9]{1,9}$/.test(from) && /^-?[0-9]{1,9}$/.test(to);
  const isLetter = /^[A-Za-z]$/.test(from) && /^[A-Za-z]$/.test(to);
  if (!isNumber && !isLetter) return undefined;
  const first = isNumber ? Number(from) : from.charCodeAt(0);
  const last = isNumber ? Number(to) : to.charCodeAt(0);
  const stride = Math.max(1, Math.abs(Number(step ?? 1)) || 1);
  const width = isNumber && /^-?0[0-9]/.test(`${from.length >= to.length ? from : to}`) ? Math.max(from.length, to.length) : 0;
  const values: Atom[][] = [];
  for (let value = first; first <= last ? value <= last : value >= last; value += first <= last ? stride : -stride) {
    if (values.length > BRACE_WORDS_MAX) break;
    values.push((isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value)).split(''));
  }
  return values;
}

function toWord(atoms: readonly Atom[]): Word {
  const parts: WordPart[] = [];
  let text = '';
  for (const atom of atoms) {
    if (typeof atom === 'string') text += atom;
    else {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
      parts.push(atom);
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return { parts };
}
