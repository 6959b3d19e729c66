/** One thing that a test holds to be so: how it is asserted, and the values it names. */
export interface Assertion {
  /** Its words outside all brackets: `assert.equal()`, `expect().not.toBe()`. */
  readonly form: string;
  /** Numbers, texts and constants in it, in their order. */
  readonly values: readonly string[];
  /** Whether it would hold of any code: it names nothing but constants, or gives itself a way out. */
  readonly isIdle: boolean;
}

const MARKS = ['assert', 'Assert', 'expect', 'should', 'self.fail', 't.Error', 't.Fatal'] as const;
/** An assertion that goes on longer is read as far as this. */
const CHARS_MAX = 4_000;
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined', 'True', 'False', 'None', 'nil']);
const WAYS_OUT = ['|| true', '||true', 'or True', '?? true', '|| 1'] as const;
const WORDS_OF_FORM: ReadonlySet<string> = new Set(['not', 'and', 'or', 'is', 'in']);

/** Every assertion of a test file, in the languages whose assertions are called so. */
export function assertionsIn(text: string): Assertion[] {
  const found: Assertion[] = [];
  for (let at = 0; at < text.length; ) {
    const statement = MARKS.some((mark) => text.startsWith(mark, at)) && !isNameChar(text.charAt(at - 1)) ? statementAt(text, at) : undefined;
    if (statement !== undefined) found.push(readAssertion(statement));
    at += statement?.length ?? 1;
  }
  return found;
}

/** One text for what an assertion holds, whatever the names of the things that it calls. */
export function keyOf({ form, values }: Assertion): string {
  return `${form} ${values.join(' ')}`;
}

function statementAt(text: string, from: number): string | undefined {
  let end = from;
  while (isNameChar(text.charAt(end)) || '.!'.includes(text.charAt(end) || ' ')) end += 1;
  const word = text.slice(from, end);
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trimStart();
  const isStatement = word === 'assert' && text.charAt(end) === ' ' && line === '';
  if (text.charAt(end) !== '(' && !isStatement) return undefined;
  let depth = 0;
  let quote = '';
  for (let at = end; at < text.length && at - from < CHARS_MAX; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (`'"\``.includes(char)) quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (quote === '' && (depth < 0 || (depth === 0 && (char === ';' || (char === '\n' && !goesOn(text, at)))))) return text.slice(from, at);
  }
  return text.slice(from, from + CHARS_MAX);
}

/** A chain of calls may go on in the next line with a dot. */
function goesOn(text: string, at: number): boolean {
  return text.slice(at, at + 80).trimStart().startsWith('.');
}

function readAssertion(statement: string): Assertion {
  let form = '';
  let word = '';
  let depth = 0;
  let names = 0;
  const isStatement = statement.startsWith('assert ');
  const values: string[] = [];
  const endWord = (): void => {
    if (word === '') return;
    if (/^\d/.test(word) || CONSTANTS.has(word)) values.push(word);
    else if ((depth > 0 || (isStatement && word !== 'assert')) && !WORDS_OF_FORM.has(word)) names += 1;
    word = '';
  };
  for (let at = 0; at < statement.length; at += 1) {
    const char = statement.charAt(at);
    if (`'"\``.includes(char)) {
      endWord();
      const end = endOfText(statement, at);
      values.push(statement.slice(at + 1, end));
      at = end;
      continue;
    }
    if (isNameChar(char) || (char === '.' && /^\d+$/.test(word))) word += char;
    else endWord();
    if (depth === 0 && char !== ' ' && char !== '\n' && !')]}'.includes(char)) form += char;
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
  }
  endWord();
  return { form, values, isIdle: names === 0 || WAYS_OUT.some((way) => statement.includes(way)) };
}

function endOfText(statement: string, from: number): number {
  const quote = statement.charAt(from);
  for (let at = from + 1; at < statement.length; at += 1) {
    if (statement.charAt(at) === '\\') at += 1;
    else if (statement.charAt(at) === quote) return at;
  }
  return statement.length;
}

function isNameChar(char: string): boolean {
  return /^\w$/.test(char);
}
