import { FAILURES_NAMED_MAX } from '../limits.ts';

/** How the lines begin with which test runners name what failed, and what follows. */
const FAILURE_STARTS: readonly string[] = ['not ok ', '--- FAIL: ', 'FAILED ', 'FAIL: ', 'FAIL  ', 'FAIL ', '✗ ', '✖ ', '× ', '✕ ', 'ERROR: '];
const LINE_CHARS_MAX = 200;

/** The tests that an output names as failed, each once, in order. What it says in other words is not guessed. */
export function failuresNamed(output: string): string[] {
  const named = new Set<string>();
  for (const raw of output.split('\n')) {
    const line = withoutColours(raw).trim();
    const start = FAILURE_STARTS.find((one) => line.startsWith(one));
    if (start === undefined && !(line.startsWith('test ') && line.endsWith(' ... FAILED'))) continue;
    const name = (start === undefined ? line.slice('test '.length, -' ... FAILED'.length) : line.slice(start.length)).trim();
    if (name !== '') named.add(name.slice(0, LINE_CHARS_MAX));
    if (named.size >= FAILURES_NAMED_MAX) break;
  }
  return [...named];
}

const ESCAPE = '\u001b';

/** Terminal colours are an escape, a bracket, figures and an m. */
function withoutColours(line: string): string {
  if (!line.includes(ESCAPE)) return line;
  return line
    .split(ESCAPE)
    .map((part, at) => (at > 0 && part.startsWith('[') ? part.slice(part.indexOf('m') + 1) : part))
    .join('');
}
