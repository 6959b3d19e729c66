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
    ...intentions.map(({ subject, verdict }) => `  ${verdict.decision === 'allow' ? ' ' : '?'} ${indented(bounded(subject, SCRIPT_BOUND), '    ')}`),
    ...renderArguments(decision.arguments, isScript),
    ...originLines(origins),
    ...reasons.map((reason) => paint.yellow(`  ${printable(reason)}`)),
    isUndoable ? '  What it changes can be taken back.' : '  What it changes can NOT be taken back.',
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

/** More would bury the rest of the question; what comes from a source stands first. */
const ORIGINS_SHOWN_MAX = 12;
const ORIGIN_ORDER: readonly ArgumentOrigin['origin'][] = ['source', 'model', 'owner'];
const SPAN_BOUND: Bound = { lines: 4, chars: 300 };

function originLines(origins: readonly ArgumentOrigin[]): string[] {
  const ordered = ORIGIN_ORDER.flatMap((wanted) => origins.filter(({ origin }) => origin === wanted));
  const left = ordered.length - ORIGINS_SHOWN_MAX;
  return [...ordered.slice(0, ORIGINS_SHOWN_MAX).map(originLine), ...(left > 0 ? [`  [… where ${left} more came from is not shown …]`] : [])];
}

function originLine({ argument, origin, span, source, taint_class: taint }: ArgumentOrigin): string {
  const words = `${printable(argument)} "${indented(bounded(span, SPAN_BOUND), '      ')}"`;
  if (origin === 'owner') return `  your words: ${words}`;
  if (origin === 'model') return `  the model's own words: ${words}`;
  return `  ! words read elsewhere: ${words}\n      from ${printable(source ?? 'an unnamed source')}${taint === undefined ? '' : ` (${TRUST_IN_WORDS[taint]})`}`;
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
