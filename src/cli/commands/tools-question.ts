import type { ArgumentOrigin, JsonObject, TaintClass, ToolsPreview } from '../../contracts/index.ts';
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
  const isScript = (value: unknown): boolean => typeof value === 'string' && intentions.some(({ kind, subject }) => kind === 'script' && subject.startsWith(`${value} (in `));
  return [
    paint.bold(`${toolId} in ${printable(workspace)}`),
    ...intentions.filter(({ kind }) => kind !== 'words').map(({ subject, verdict }) => `  ${verdict.decision === 'allow' ? ' ' : '?'} ${indented(bounded(subject, SCRIPT_BOUND), '    ')}`),
    ...renderArguments(decision.arguments, isScript),
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
  const names = [...new Set(origins.map(({ argument }) => argumentName(argument)))];
  return names.length === 0 ? [] : [`    ${who}: ${names.join(', ')}`];
}

function argumentName(pointer: string): string {
  return printable(pointer.replace(/^\//, '').replaceAll('/', '.'));
}

function renderArguments(given: JsonObject, isShownAlready: (value: unknown) => boolean): string[] {
  return Object.entries(given)
    .filter(([, value]) => !isShownAlready(value))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const shown = bounded(text, ARGUMENT_BOUND);
      return text.includes('\n') || shown !== text ? `    ${printable(name)} (${text.length} characters):\n      ${indented(shown, '      ')}` : `    ${printable(name)}: ${printableLines(text)}`;
    });
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
