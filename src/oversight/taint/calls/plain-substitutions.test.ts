import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { withoutDelimiters } from './plain-substitutions.ts';
import { readCommandLine } from './shell-words.ts';

const plain = (line: string): string => withoutDelimiters(line, readCommandLine(line).commands);

describe('a plain substitution', () => {
  it('names no path by its delimiters', verifies('KEL-LIE-75'), () => {
    expect(plain("sed -i 's/retries: [0-9]*/retries: 3/' stack.yml")).toBe("sed -i ' retries: [0-9]* retries: 3 ' stack.yml");
    expect(plain("sed 's|a|/etc/b|g' c.txt")).toBe("sed ' a /etc/b ' c.txt");
  });

  it('stays as it is where it does more, or where another program is run', verifies('KEL-LIE-75'), () => {
    const lines = ["sed -i 's/a/b/e' c.txt", "sed -i 's/a/b/w /etc/x' c.txt", "sed -i 's/a/b/;s/c/d/' c.txt", "sed -i 's/a\\/b/c/' d.txt", "sed -n '/a/p' b.txt", "perl -pi -e 's/a/b/' c.txt", "sed -i 's/a' b.txt"];
    expect(lines.map(plain)).toEqual(lines);
  });
});
