import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simpleCommandsOf } from './script-words.ts';

const readAs = (script: string): string | undefined => simpleCommandsOf(script)?.map(({ after, words }) => `${after}[${words.join('¦')}]`).join('');

describe('simpleCommandsOf', () => {
  it('reads chains of plain commands with their quotes taken off', () => {
    expect(readAs('grep -n "a|b; c" x.txt | head -3')).toBe("[grep¦-n¦a|b; c¦x.txt]|[head¦-3]");
    expect(readAs("cd a && ls 'b c' || echo no; pwd\ntrue &")).toBe('[cd¦a]&&[ls¦b c]||[echo¦no];[pwd];[true]');
    expect(readAs('ls x 2>/dev/null')).toBe('[ls¦x]');
    expect(readAs('ls x 2>&1 | wc -l')).toBe('[ls¦x]|[wc¦-l]');
    expect(readAs('ls > /dev/null')).toBe('[ls]');
    expect(readAs('echo $HOME')).toBe('[echo¦$HOME]');
    expect(readAs("echo '$(rm x)'")).toBe('[echo¦$(rm x)]');
    expect(readAs('')).toBe('');
  });

  it('does not pretend to read more than that', () => {
    for (const script of ['echo $(rm x)', 'echo `rm x`', 'ls > out.txt', 'ls >> out.txt', 'cat < in.txt', 'cat <<EOF\nx\nEOF', '(cd a; ls)', 'for x in a; do rm x; done', 'if true; then rm x; fi', 'echo "open', 'ls a\\ b', 'echo "$(rm x)"', 'ls 2>errors', 'eval ls']) {
      expect(readAs(script)).toBeUndefined();
    }
  });

  it('ends for every text, with words that stand in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '|', '&', ';', '>', '1', '$', '(', '\n', '/dev/null'), maxLength: 40 }), (script) => {
        const words = simpleCommandsOf(script)?.flatMap((command) => command.words) ?? [];
        const bare = script.replaceAll('"', '').replaceAll("'", '');
        expect(words.every((word) => bare.includes(word.replaceAll('"', '').replaceAll("'", '')))).toBe(true);
      }),
    );
  });
});
