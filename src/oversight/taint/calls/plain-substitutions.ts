import type { SimpleCommand } from './shell-words.ts';

const DELIMITERS = ['/', '|', '#', ',', ':', '@'] as const;
const FLAGS = /^[gIip\d]{0,4}$/u;

/**
 * A command line with the signs between the halves of sed's plain substitutions taken out. `s/retries: 1/retries: 3/` names no path
 * `/retries`, and would be held to have one that only something read has named.
 */
export function withoutDelimiters(line: string, commands: readonly SimpleCommand[]): string {
  const scripts = commands.filter(({ program }) => program === 'sed').flatMap(({ words }) => words);
  return scripts.reduce((text, script) => {
    const halves = halvesOf(script);
    return halves === undefined ? text : text.replaceAll(script, ` ${halves.join(' ')} `);
  }, line);
}

/** What is looked for and what comes instead; undefined for anything that is more than one such order. */
function halvesOf(script: string): readonly string[] | undefined {
  const delimiter = DELIMITERS.find((one) => script.startsWith(`s${one}`));
  if (delimiter === undefined || script.includes('\\') || script.includes('\n')) return undefined;
  const [, wanted, instead, flags, ...more] = script.split(delimiter);
  return wanted === undefined || instead === undefined || flags === undefined || more.length > 0 || !FLAGS.test(flags) ? undefined : [wanted, instead];
}
