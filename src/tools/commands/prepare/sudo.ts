import { literalText, literalWord, rewrite } from '../syntax/rewrite.ts';
import type { Script, SimpleCommand, Word } from '../syntax/tree.ts';

export interface SudoOptions {
  /** Whether a password will be written to its standard input. */
  readonly passwordOnInput: boolean;
}

/**
 * Without a terminal sudo would wait for a password for ever. It takes one from its input without a prompt, or is told
 * never to ask for one.
 */
export function neverPromptingSudo(script: Script, { passwordOnInput }: SudoOptions): Script {
  const options = passwordOnInput ? ['-S', '-p', ''] : ['-n'];
  return rewrite(script, { simple: (command) => withSudoOptions(command, options) });
}

function withSudoOptions(command: SimpleCommand, options: readonly string[]): SimpleCommand {
  const words = command.words.flatMap((word, index): SimpleCommand['words'] => {
    const isSudo = literalText(word)?.split('/').at(-1) === 'sudo' && startsProgram(command.words, index);
    return isSudo ? [word, ...options.map((option): Word => (option === '' ? { parts: [{ kind: 'quoted', text: '' }] } : literalWord(option)))] : [word];
  });
  return { ...command, words };
}

const WRAPPERS = new Set(['command', 'exec', 'nohup', 'nice', 'time', 'env', 'setsid', 'timeout', 'stdbuf', 'sudo']);

/** At the beginning, or behind programs that start another. */
function startsProgram(words: SimpleCommand['words'], index: number): boolean {
  const [first] = words;
  return index === 0 || (WRAPPERS.has(literalText(first) ?? '') && words.slice(1, index).every((word) => /^(-|[0-9]|[A-Za-z_]+=)/.test(literalText(word) ?? '-') || WRAPPERS.has(literalText(word) ?? '')));
}
