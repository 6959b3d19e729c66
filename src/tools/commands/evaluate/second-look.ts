/**
 * A program that asks because it can start others gets a second look: whatever it is handed is judged as if it were
 * run, and only what is never allowed counts. So a wrapper that no table knows hides nothing that its words say plainly.
 */
import type { Finding } from '../context.ts';
import { ruleFor } from '../programs/table.ts';
import { parseShell } from '../syntax/parse.ts';
import { evaluateScript } from './evaluator.ts';
import { copyOf, type ShellState } from './shell-state.ts';
import type { Invocation, Walk } from './walk.ts';

/** Second looks for one line, and places in one of them that are tried. */
const LOOKS_MAX = 12;
const PLACES_MAX = 8;
const TEXT_CHARS_MAX = 2_048;
/** Characters of one command that is tried. */
const TRIED_CHARS_MAX = 400;

/** Why a program asked, where the reason is that it may start something else. */
const STARTS_OTHERS = new Set([
  'build_target', 'cloud', 'cluster', 'code_outside', 'container', 'database', 'debugger', 'detached', 'editor', 'environment',
  'infrastructure', 'keys', 'loader', 'loads_code', 'module', 'network', 'own_program', 'package_options', 'packages',
  'persistence', 'privilege', 'remote_code', 'remote_shell', 'runs_program', 'services', 'tracing', 'unknown_program', 'users',
]);
/** Options by which programs are told what to start. */
const NAMES_PROGRAM = /^--?[\w-]*(?:tool|exec|cmd|command|wrapper|filter|pager|program|shell|hook)[\w-]*=(.+)$/s;
/** Programs that must stand somewhere in a text before it is worth reading as one that is run. */
const DANGEROUS = /(?:^|[^\w.-])((?:\/(?:usr\/)?s?bin\/)?(?:rm|dd|mkfs[.\w]*|shred|find|chmod|chown|mv|reboot|shutdown|poweroff|halt|wipefs|bash|sh|zsh|python3?|perl|sudo|tee|cat|echo|nc))(?=\s|$|\\t|,)/g;

export function lookAgain(name: string, invocation: Invocation, findings: readonly Finding[]): void {
  const { argv, stdin, shell, walk } = invocation;
  const args = argv.slice(1);
  const separator = args.indexOf('--');
  const asks = findings.some((finding) => STARTS_OTHERS.has(finding.rule));
  const named = args.flatMap((argument) => NAMES_PROGRAM.exec(argument)?.[1] ?? []);
  const starts = asks || named.length > 0 || (separator !== -1 && name !== 'echo' && name !== 'printf' && ruleFor(args[separator + 1] ?? '') !== undefined);
  if (!starts || findings.some((finding) => finding.decision === 'block')) return;
  look(walk, (inner) => {
    for (const [index, word] of args.slice(0, PLACES_MAX).entries()) {
      if (ruleFor(word.split('/').at(-1) ?? '') !== undefined) inner.program({ argv: args.slice(index), assignments: [], stdin, shell: copyOf(shell), walk: inner });
    }
    for (const text of named) tryText(text, shell, inner);
    if (asks) for (const text of [...args, stdin ?? '']) if (/\s/.test(text) || text.includes(',')) tryPlaces(text, shell, inner);
  });
}

/** Reports what would be refused if this text were run. */
export function blocksAsText(text: string, shell: ShellState, walk: Walk): void {
  look(walk, (inner) => {
    tryText(text, shell, inner);
    if (/[$`]/.test(text)) tryText(`: "${text.replaceAll('"', '')}"`, shell, inner);
    tryPlaces(text, shell, inner);
  });
}

/** Judges something of which only that counts which is never allowed. */
export function look(walk: Walk, judge: (inner: Walk) => void): void {
  walk.spent.looks += 1;
  if (walk.isSecondLook === true || walk.spent.looks > LOOKS_MAX) return;
  const inner: Walk = {
    ...walk, findings: [], understood: [], sinks: [], isSecondLook: true,
    spent: { steps: 0, characters: 0, processes: walk.spent.processes, inner: 0, paths: 0, looks: 0 },
    seen: { shellOnStream: false, unknownProgram: false, traits: new Map() },
  };
  judge(inner);
  walk.findings.push(...inner.findings.filter((finding) => finding.decision === 'block').slice(0, 1));
}

/** A command may begin anywhere in the text: after a word of another language, a time, a quote. */
export function tryPlaces(text: string, shell: ShellState, walk: Walk): void {
  const places = [...text.slice(0, TEXT_CHARS_MAX).matchAll(DANGEROUS)].slice(0, PLACES_MAX);
  for (const place of places) {
    const rest = text.slice(place.index + place[0].length - (place[1] ?? '').length);
    const [line = ''] = rest.split(/[\n"'`)}\]]/);
    for (const reading of new Set([rest, line, line.replaceAll(',', ' ')])) tryText(reading, shell, walk);
  }
}

function tryText(text: string, shell: ShellState, walk: Walk): void {
  const parsed = parseShell(text.slice(0, TRIED_CHARS_MAX));
  if (parsed.ok) evaluateScript(parsed.script, copyOf(shell), walk);
}
