/** Where a command's streams lead after its redirections, and what is to be said about those places. */
import { isKnown, isSecret, plain, REMOTE, SECRET, UNKNOWN } from '../expand/marks.ts';
import { readFinding, writeFinding } from '../rules/path-verdicts.ts';
import { isUnder, normalise } from '../rules/places.ts';
import type { ShellState } from './shell-state.ts';
import type { ExpandedRedirection, Walk } from './walk.ts';

export interface OpenStreams {
  /** What the command reads, when a redirection says so. */
  readonly stdin: string | undefined;
  /** Puts the output where it goes and answers with what is left for the pipe. */
  deliver(output: string): string;
}

export function openStreams(targets: readonly ExpandedRedirection[], shell: ShellState, walk: Walk): OpenStreams {
  let stdin: string | undefined;
  let written: string[] | undefined;
  let appends = false;
  let empties = false;
  for (const { redirection, readings } of targets) {
    const { operator, descriptor } = redirection;
    const [first = ''] = readings;
    if (operator.startsWith('<<')) {
      const text = operator === '<<<' ? `${first}\n` : first;
      if (descriptor === undefined || descriptor === '0') stdin = text;
      else keep(descriptor, text, shell);
      continue;
    }
    if (operator === '<&' && (descriptor === undefined || descriptor === '0')) stdin = shell.descriptors.get(first.replace(/-$/, '')) ?? stdin;
    // Duplicating a descriptor touches no file; `>& name` does.
    if ((operator === '<&' || operator === '>&') && /^([0-9]+-?|-)$/.test(first)) {
      if (operator === '>&' && /^[3-9]|^[0-9]{2,}/.test(first) && walk.seen.socket !== undefined) written = [walk.seen.socket];
      if (operator === '>&' && (first === '2' || first === '-') && (descriptor === undefined || descriptor === '1')) written ??= [];
      continue;
    }
    const paths = readings.flatMap((reading) => pathsOf(reading, shell));
    const reads = operator === '<' || operator === '<>' || operator === '<&';
    const writes = operator !== '<' && operator !== '<&';
    for (const path of paths) {
      if (reads) judge(readFinding(path, walk.context), walk);
      if (writes) judge(writeFinding(path, walk.context), walk);
      if (/^\/dev\/(tcp|udp)\//.test(path)) walk.seen.socket = path;
    }
    if (reads && (descriptor === undefined || descriptor === '0')) stdin = contentOf(paths[0], shell, walk);
    else if (reads) keep(descriptor ?? '', contentOf(paths[0], shell, walk), shell);
    if (writes && (descriptor === undefined || descriptor === '1' || operator.startsWith('&'))) {
      written = paths;
      appends = operator.endsWith('>>');
      empties = operator === '>' || operator === '>|';
    }
  }
  return {
    stdin,
    deliver: (output) => {
      if (written === undefined) return output;
      for (const path of written) {
        if (isSecret(output) && /^\/dev\/(tcp|udp)\//.test(path)) judge({ decision: 'block', rule: 'exfiltration', explanation: `It would send secrets to ${plain(path)}.` }, walk);
        if (output === '' && empties && isUnder(path, walk.context.workspace)) judge({ decision: 'ask', rule: 'truncate', explanation: `It empties ${plain(path)}.` }, walk);
        if (isKnown(path)) shell.files.set(path, appends || shell.uncertainty > 0 ? appended(shell.files.get(path), output) : output);
      }
      return '';
    },
  };
}

/** Remembers what a descriptor gives, also under the name by which it can be opened. */
function keep(descriptor: string, content: string, shell: ShellState): void {
  shell.descriptors.set(descriptor, content);
  shell.files.set(`/dev/fd/${descriptor}`, content);
}

/** Only what this line wrote is known; before it the file may have held anything. */
function appended(before: string | undefined, output: string): string {
  return before === undefined ? `${output}` : before + output;
}

function judge(finding: ReturnType<typeof readFinding>, walk: Walk): void {
  if (finding !== undefined) walk.findings.push(finding);
}

function pathsOf(reading: string, shell: ShellState): string[] {
  return shell.folders.map((folder) => normalise(reading, folder));
}

function contentOf(path: string | undefined, shell: ShellState, walk: Walk): string {
  if (path === undefined) return UNKNOWN;
  const known = shell.files.get(path);
  if (known !== undefined) return known;
  if (/^\/dev\/(tcp|udp)\//.test(path)) return REMOTE;
  const finding = readFinding(path, walk.context);
  return finding?.rule === 'secret_read' ? SECRET : path === '/dev/null' ? '' : UNKNOWN;
}
