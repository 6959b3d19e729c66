import type { ArgumentOrigin, JsonObject, JsonValue, TaintClass, ToolsPreview } from '../../contracts/index.ts';
import type { Style } from '../style.ts';
import { printable, printableLines } from './printable.ts';

/** What is shown of one text. Beyond it the beginning and the end are shown, and how much lies between. */
interface Bound {
  readonly lines: number;
  readonly chars: number;
}

/** A file's content is recognised by its beginning and end. */
const ARGUMENT_BOUND: Bound = { lines: 20, chars: 2_000 };
/** A script is approved line by line, so as much of it is shown as a person may still read. */
const SCRIPT_BOUND: Bound = { lines: 200, chars: 16_000 };

/** What a yes would be to. */
export interface ShownAction extends Pick<ToolsPreview, 'decision' | 'reasons' | 'is_undoable'> {
  /** Where the words of the arguments came from; none when a person typed all of them. */
  readonly origins?: readonly ArgumentOrigin[];
}

/** Everything that a yes would be to: what would be done, with which arguments, where those came from, and every reason for asking. */
export function actionLines({ decision, reasons, is_undoable: isUndoable, origins = [] }: ShownAction, paint: Style): string[] {
  const { tool_id: toolId, intentions, workspace } = decision;
  const shown = intentions.filter(({ kind }) => kind !== 'words');
  const isSaid = (value: JsonValue): boolean => leavesOf(value).every((leaf) => shown.some(({ kind, subject }) => (kind === 'script' ? subject.startsWith(`${leaf} (in `) : typeof leaf === 'string' && subject.includes(JSON.stringify(leaf)))));
  return [
    paint.bold(`${toolId} in ${printable(workspace)}`),
    ...shown.map(({ subject, verdict }) => `  ${verdict.decision === 'allow' ? ' ' : '?'} ${indented(bounded(subject, SCRIPT_BOUND), '    ')}`),
    ...renderArguments(decision.arguments, isSaid),
    ...originLines(origins),
    ...intentions.filter(({ kind }) => kind === 'words').map(({ subject, verdict }) => `  ${verdict.decision === 'allow' ? ' ' : '!'} ${indented(inPlainWords(bounded(subject, SPAN_BOUND)), '    ')}`),
    ...reasons.map((reason) => paint.yellow(`  ${printable(reason)}`)),
    isUndoable ? '  What it changes in the folder can be taken back.' : '  What it changes can NOT be taken back.',
  ];
}

export function renderQuestion(preview: ToolsPreview, paint: Style): string {
  return [...actionLines(preview, paint), 'Do this? Type yes to go on: '].join('\n');
}

/** How far words may be trusted, as a person says it. */
export const TRUST_IN_WORDS: Readonly<Record<TaintClass, string>> = {
  owner_typed: 'typed by you',
  internal_corpus_trusted: 'your own records',
  user_trusted_bounded: 'your own files',
  external_authority_trusted: 'an authority outside',
  external_untrusted: 'from outside, not trusted',
  unclassified: 'of unknown origin, not trusted',
};

/** Taint classes have names for programs; a person reads what they mean. */
function inPlainWords(text: string): string {
  return Object.entries(TRUST_IN_WORDS).reduce((told, [name, words]) => told.replaceAll(name, words), text);
}

/** More would bury the rest of the question. */
const ORIGINS_SHOWN_MAX = 12;
const SPAN_BOUND: Bound = { lines: 4, chars: 300 };

/** What was read elsewhere stands there with its source; whose the other arguments are is enough, for they stand above. */
function originLines(origins: readonly ArgumentOrigin[]): string[] {
  const read = origins.filter(({ origin }) => origin === 'source');
  const left = read.length - ORIGINS_SHOWN_MAX;
  return [
    ...read.slice(0, ORIGINS_SHOWN_MAX).map(sourceLine),
    ...(left > 0 ? [`  [… where ${left} more came from is not shown …]`] : []),
    ...whose('the model wrote', origins.filter(({ origin }) => origin === 'model')),
    ...whose('you wrote', origins.filter(({ origin }) => origin === 'owner')),
  ];
}

function sourceLine({ argument, span, source, taint_class: taint }: ArgumentOrigin): string {
  return `  ! read elsewhere: ${argumentName(argument)} "${indented(bounded(span, SPAN_BOUND), '      ')}"\n      from ${printable(source ?? 'an unnamed source')}${taint === undefined ? '' : ` (${TRUST_IN_WORDS[taint]})`}`;
}

function whose(who: string, origins: readonly ArgumentOrigin[]): string[] {
  const names = [...new Set(origins.map(({ argument }) => wholeArgument(argument)))];
  return names.length === 0 ? [] : [`    ${who}: ${names.join(', ')}`];
}

function argumentName(pointer: string): string {
  return printable(pointer.replace(/^\//, '').replaceAll('/', '.'));
}

/** Whose a whole argument is; its parts would only be numbers. */
function wholeArgument(pointer: string): string {
  return printable(pointer.replace(/^\//, '').split('/')[0] ?? pointer);
}

/** What was said above, word for word, is not said again; what has parts is told part by part. */
function renderArguments(given: JsonObject, isSaid: (value: JsonValue) => boolean): string[] {
  return Object.entries(given)
    .filter(([, value]) => !isSaid(value))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : partLines(value).join('\n');
      const shown = bounded(text, ARGUMENT_BOUND);
      const isText = typeof value === 'string' && (text.includes('\n') || shown !== text);
      if (!isText && !text.includes('\n')) return `    ${printable(name)}: ${printableLines(text)}`;
      return `    ${printable(name)}${isText ? ` (${text.length} characters)` : ''}:\n      ${indented(shown, '      ')}`;
    });
}

/** A value as a person writes it down: a line for each part, without brackets and quotes. */
function partLines(value: JsonValue): string[] {
  if (value === null) return ['none'];
  if (typeof value !== 'object') return [typeof value === 'string' ? value.split('\n').join(' ⏎ ') : String(value)];
  const parts: [string, JsonValue][] = Array.isArray(value) ? value.map((part) => ['-', part]) : Object.entries(value).map(([name, part]) => [`${name}:`, part]);
  if (parts.length === 0) return ['none'];
  const isFlat = !Array.isArray(value) && parts.every(([, part]) => part === null || typeof part !== 'object');
  if (isFlat) return [parts.map(([name, part]) => `${name} ${partLines(part).join('')}`).join(', ')];
  return parts.flatMap(([name, part]) => {
    const [first = '', ...rest] = partLines(part);
    return rest.length === 0 ? [`${name} ${first}`] : [`${name}`, ...[first, ...rest].map((line) => `  ${line}`)];
  });
}

/** Every single value in it; one without any is a value of its own. */
function leavesOf(value: JsonValue): readonly JsonValue[] {
  if (value === null || typeof value !== 'object') return [value];
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.length === 0 ? [value] : parts.flatMap(leavesOf);
}

/** Lines after the first begin further in, so that none of them can pass for a line of the question itself. */
function indented(text: string, by: string): string {
  return printableLines(text).replaceAll('\n', `\n${by}`);
}

function bounded(text: string, { lines: linesMax, chars }: Bound): string {
  const lines = text.split('\n');
  const leftOut = lines.length - linesMax;
  const few = leftOut <= 0 ? text : [...lines.slice(0, linesMax / 2), `[… ${leftOut} lines are not shown …]`, ...lines.slice(-linesMax / 2)].join('\n');
  return few.length <= chars ? few : `${few.slice(0, chars / 2)}\n[… ${few.length - chars} characters are not shown …]\n${few.slice(-chars / 2)}`;
}
