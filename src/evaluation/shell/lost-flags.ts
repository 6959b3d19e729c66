import { shellTree, type ShellNode } from './shell-tree.ts';
import type { ShellWord } from './shell-words.ts';

/** What a script decides something by. */
const DECIDING: ReadonlySet<string> = new Set(['exit', 'return', '[', '[[', 'test']);
const DECLARING: ReadonlySet<string> = new Set(['export', 'local', 'declare', 'typeset', 'let', 'readonly']);
/** Whether something is a file is asked of a place, and a place may well be another one in brackets. */
const OF_PLACES: ReadonlySet<string> = new Set(['-d', '-e', '-f', '-h', '-L', '-r', '-s', '-w', '-x']);
/** Shells, and a way of running one, in which the last part of a pipe is no shell of its own. */
const OTHER_SHELLS = ['zsh', 'ksh'] as const;

/**
 * Names that a script sets in a part of a pipe, or in brackets, and by which it decides something outside of them: what was set
 * there is forgotten, so that they are still what they were before.
 */
export function lostFlags(script: string): string[] {
  const tree = script.includes('lastpipe') || OTHER_SHELLS.some((shell) => script.startsWith('#!') && script.split('\n')[0]?.includes(shell)) ? undefined : shellTree(script);
  const [outside, forgotten, lost] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const walk = (node: ShellNode, isApart: boolean): void => {
    switch (node.kind) {
      case 'list':
        return node.items.forEach((item) => walk(item.node, isApart || node.isApart === true || item.isBackground));
      case 'chain':
        return node.links.forEach((link) => walk(link.node, isApart));
      case 'pipe':
        return node.parts.forEach((part) => walk(part, isApart || node.parts.length > 1));
      case 'loop':
        return [node.condition, node.body].forEach((part) => walk(part, isApart));
      case 'choice':
        return [node.condition, node.chosen, node.otherwise].forEach((part) => walk(part, isApart));
      case 'function':
        return;
      case 'command':
        return walkCommand(node.words, isApart);
    }
  };
  const walkCommand = (words: readonly ShellWord[], isApart: boolean): void => {
    const set = namesSet(words.map(({ text }) => text));
    for (const name of set) {
      if (!isApart) {
        outside.add(name);
        forgotten.delete(name);
      } else if (outside.has(name)) forgotten.add(name);
    }
    const [first] = words;
    if (isApart || first === undefined || !DECIDING.has(first.text) || words.some(({ text }) => OF_PLACES.has(text))) return;
    for (const name of forgotten) if (words.some(({ text }) => [`$${name}`, `\${${name}}`].includes(text))) lost.add(name);
  };
  if (tree !== undefined) walk(tree, false);
  return [...lost];
}

/** `failed=1`, `export failed=1`, `failed=$((failed+1))` and `((failed++))`. */
function namesSet(words: readonly string[]): string[] {
  const from = DECLARING.has(words[0] ?? '') ? 1 : 0;
  const end = words.findIndex((word, at) => at >= from && nameSetBy(word) === undefined);
  return words.slice(from, end === -1 ? words.length : end).flatMap((word) => nameSetBy(word) ?? []);
}

function nameSetBy(word: string): string | undefined {
  return /^([A-Za-z_]\w*)(?:\+?=|\+\+|-=)/.exec(word)?.[1];
}
