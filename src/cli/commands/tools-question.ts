import type { JsonObject, ToolsPreview } from '../../contracts/index.ts';
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

/** Shows everything that a yes would be to: what would be done, with which arguments, and every reason for asking. */
export function renderQuestion(toolId: string, { decision, reasons, is_undoable: isUndoable }: ToolsPreview, paint: Style): string {
  const { intentions, workspace } = decision;
  const isScript = (value: unknown): boolean => typeof value === 'string' && intentions.some(({ kind, subject }) => kind === 'script' && subject.startsWith(`${value} (in `));
  const lines = [
    paint.bold(`${toolId} in ${printable(workspace)}`),
    ...intentions.map(({ subject, verdict }) => `  ${verdict.decision === 'allow' ? ' ' : '?'} ${indented(bounded(subject, SCRIPT_BOUND), '    ')}`),
    ...renderArguments(decision.arguments, isScript),
    ...reasons.map((reason) => paint.yellow(`  ${printable(reason)}`)),
    isUndoable ? '  What it changes can be taken back.' : '  What it changes can NOT be taken back.',
    'Do this? Type yes to go on: ',
  ];
  return lines.join('\n');
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
