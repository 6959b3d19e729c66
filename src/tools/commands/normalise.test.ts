import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { foldedText, readingsOf, suspicionsOf } from './normalise.ts';

const rulesOf = (text: string): string[] => suspicionsOf(text).map((finding) => finding.rule);

describe('what a command looks like', () => {
  it('is judged as given and without what a terminal would swallow', verifies('MAH-4B-3', 'KEL-CMD-10'), () => {
    expect(readingsOf('ls')).toEqual(['ls']);
    expect(readingsOf('r\u001b[1;31mm\u0007 x\u0000')).toEqual(['r\u001b[1;31mm\u0007 x', 'rm x']);
    expect(readingsOf('a\r\nb\rc')).toEqual(['a\r\nb\rc', 'a\nb\nc']);
    expect(readingsOf('a\u001b]0;title\u0007b\rc')).toEqual(['a\u001b]0;title\u0007b\rc', 'ab\rc', 'a\u001b]0;title\u0007b\nc', 'ab\nc']);
  });

  it('is folded as a reader would fold it', verifies('MAH-4B-3', 'KEL-CMD-10'), () => {
    expect(foldedText('ｒｍ\u3000-ｒf\u00a0／')).toBe('rm -rf /');
    expect(foldedText('r\u200bm \u202e-rf\u001b[0m /')).toBe('rm -rf /');
  });

  it('is suspicious with control characters, carriage returns, marks of direction and private characters', verifies('KEL-CMD-10'), () => {
    expect(rulesOf('ls \u001b[2K')).toEqual(['control_characters']);
    expect(rulesOf('ls\r')).toEqual(['control_characters']);
    expect(rulesOf("echo '\u202e'")).toEqual(['bidirectional_text']);
    expect(rulesOf("echo '\ue000'")).toEqual(['private_characters']);
    expect(rulesOf('printf "\\033[0m"\n\tls')).toEqual([]);
  });

  it('is suspicious with look-alikes in a name or an argument, and not with prose or other scripts', verifies('KEL-CMD-10'), () => {
    expect([
      'гm x', 'rm ‐rf x', 'ls ／', 'ls\u00a0-l', 'echo "$(гm x)"', 'if a; then гm; fi',
    ].map(rulesOf)).toEqual(Array.from({ length: 6 }, () => ['confusable_characters']));
    expect(['echo "ｒｍ"', 'cat отчёт.txt', "git commit -m '修复 – done'", 'echo 🎉'].map(rulesOf)).toEqual([[], [], [], []]);
  });
});
