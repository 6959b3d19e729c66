import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { changedTexts, fileAt, type Rule } from '../objections/whole-work.ts';

const ASKING: ReadonlySet<string> = new Set(['which', 'who', 'are', 'is', 'what', 'how', 'does', 'do']);
const NONE: ReadonlySet<string> = new Set(['none', 'nobody', 'nothing', 'no', 'nowhere']);
/** Longer files are searched, and nobody looks at their every line. */
const LINES_MAX = 400;

/** Whoever answers that there is none has either looked at every line, or searched and found nothing. Having found others shows no such thing. */
export const unseenLines: Rule = (work) => {
  const told = [...work.outputs, ...changedTexts(work)].flatMap(clausesOf);
  if (!told.some(({ lower }) => lower.some((word) => NONE.has(word)))) return [];
  return clausesOf(work.asked).filter(({ isQuestion, lower }) => isQuestion && ASKING.has(lower[0] ?? '')).flatMap(({ words }) => filesNamedIn(words.join(' '))).flatMap((path) => {
    const file = fileAt(work, path);
    const lines = (file?.now ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
    const looks = work.calls.filter((call) => hasCompleted(call) && JSON.stringify(call.decision.arguments).includes(path) && !call.outcome.changes.some((change) => change.path !== path));
    const isOpen = filesToWrite(work.asked).includes(path) || lines.length === 0 || lines.length > LINES_MAX || file?.hasChanged === true;
    // A program may have gone through all of it, and a table is asked with a tool that does.
    if (isOpen || looks.length === 0 || looks.some((call) => call.decision.tool_id !== 'search_text' || natureOf(call) !== 'looks')) return [];
    const shown = looks.map(({ outcome }) => outcome.shown.text);
    const seen = lines.filter((line) => shown.some((text) => text.includes(line))).length;
    const hasFoundNothing = looks.some(({ outcome }) => !lines.some((line) => outcome.shown.text.includes(line)));
    return seen === lines.length || hasFoundNothing ? [] : [{ why: `It is told that there is none, and ${lines.length - seen} of ${lines.length} lines of ${path} were not looked at.`, calls: looks.slice(-1) }];
  });
};
