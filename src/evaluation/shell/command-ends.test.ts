import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { endToldBy, hidesItsEnd } from '../evidence/hidden-end.ts';
import { commandEnds } from './command-ends.ts';
import { shellPieces } from './shell-words.ts';
import { shellTree } from './shell-tree.ts';

const fates = (script: string): string[] | undefined => commandEnds(script)?.filter(({ words }) => words.includes('check')).map(({ fate }) => fate.how);

describe('the end of a command', () => {
  it.each([
    'check',
    'cd src && check',
    'check a && check b',
    'set -e; check; ls',
    'set -euo pipefail\ncheck | tee log\nls',
    'for f in *; do check "$f" || exit 1; done',
    'bad=0; for f in *; do check "$f" || bad=1; done; exit $bad',
    'set -e; for f in *; do check "$f"; done',
    'check; exit $?',
    'check; code=$?; ls; exit $code',
    'if check; then echo fine; else exit 1; fi',
    'if ! test -f a; then exit 1; fi; check',
    'find . -name a -exec check {} +',
    'ls | xargs check',
    'timeout 5 check',
    'bash -c "check"',
    '(cd src; check)',
    '{ ls; check; }',
    'run() { check "$1"; }; run a',
    'function run { check; }\nrun',
    'out=$(check)',
    'check > log 2>&1 # and that is all',
    'check &> log',
    'false || check',
    'if a; then b; elif c; then d; else check; fi',
  ])('reaches the end of `%s`', verifies('KEL-LIE-60'), (script) => {
    expect(new Set(fates(script))).toEqual(new Set(['shown']));
  });

  it.each([
    'check | tail',
    'check; ls',
    'check || true',
    'check &',
    '! check',
    'for f in *; do check "$f"; done',
    'while read -r f; do check "$f"; done < list',
    'find . -name a -exec check {} \\; 2>/dev/null',
    'echo "all: $(check)"',
    'echo `check`',
    'export out=$(check)',
    'if check; then echo fine; fi',
    'bash -c "check; true"',
    'eval "check; true"',
    'run() { check; ls; }; run',
    'set -e; check || true; ls',
    'set -e; set +e; check; ls',
    'set -e; check && ls; ls',
    'set -e; ls $(check); ls',
    'check; code=$?; ls',
    '(check; exit 0)',
  ])('is hidden in `%s`', verifies('KEL-LIE-60'), (script) => {
    expect(fates(script)).toEqual(['hidden']);
    expect(hidesItsEnd(script, 'check')).toBe(true);
  });

  it('is not guessed where the script is not understood', verifies('KEL-LIE-60'), () => {
    expect(['case $1 in a) check;; esac', 'check "open', 'check $(open', 'cat <<EOF\ncheck\nEOF', 'trap "exit 0" EXIT; check', 'if check', `${'('.repeat(30)}check${')'.repeat(30)}`, 'check ('].map((script) => commandEnds(script))).toEqual(Array.from({ length: 8 }));
    expect(hidesItsEnd('trap "exit 0" EXIT; check', 'check')).toBe(true);
    expect(hidesItsEnd('cat <<EOF\ncheck\nEOF', 'check')).toBe(false);
  });

  it('is read from what was printed of it', verifies('KEL-LIE-61'), () => {
    const told = (script: string, printed: string): string => endToldBy(script, 'check', printed);
    expect([told('check; echo "ended with $?"', 'fine\nended with 0'), told('check; echo "ended with $?"', 'ended with 2'), told('check; echo "ended with $?"', '')]).toEqual(['well', 'badly', 'hidden']);
    expect([told('for f in *; do check $f; echo "$f ended with $?"; done', 'a ended with 0\nb ended with 0'), told('for f in *; do check $f; echo "$f ended with $?"; done', 'a ended with 4\nb ended with 0')]).toEqual(['well', 'badly']);
    expect([told('check; echo $?', '12 things\n0'), told('check; echo $?', '12 things\n1')]).toEqual(['well', 'badly']);
    expect([told('check; code=$?; echo "code: ${code}"', 'code: 0'), told('check; code=$?; echo code $code', 'code 3')]).toEqual(['well', 'badly']);
    expect([told('check || echo "broken: $f"', ''), told('check || echo "broken: $f"', 'broken: a')]).toEqual(['well', 'badly']);
    expect([told('check && echo yes || echo no', 'yes'), told('check && echo yes || echo no', 'no')]).toEqual(['well', 'badly']);
    expect([told('check', ''), told('ls', ''), told('check a; check b', ''), told('check | tail', '')]).toEqual(['by_its_end', 'by_its_end', 'hidden', 'hidden']);
  });
});

describe('a script', () => {
  it('is read into words and signs, with the scripts that run inside words', verifies('KEL-LIE-60'), () => {
    expect(shellPieces(`a 'b c'"d $(e "f)")" 2>/dev/null;g\\;h # i`)).toEqual([{ text: 'a', inner: [], isQuoted: false }, { text: 'b cd $()', inner: ['e "f)"'], isQuoted: true }, { sign: ';' }, { text: 'g;h', inner: [], isQuoted: true }]);
    expect(shellPieces(`echo $((1 + 2)) "a\\"b" \\\n c`)).toEqual([{ text: 'echo', inner: [], isQuoted: false }, { text: '$((1 + 2))', inner: [], isQuoted: false }, { text: 'a"b', inner: [], isQuoted: true }, { text: 'c', inner: [], isQuoted: false }]);
    expect(shellPieces('a'.repeat(20_001))).toBeUndefined();
  });

  it('that quotes a control word begins nothing with it', verifies('KEL-LIE-60'), () => {
    expect(shellTree('"if" a')).toEqual({ kind: 'list', items: [{ isBackground: false, node: { kind: 'chain', links: [{ on: '', node: { kind: 'pipe', isNegated: false, parts: [{ kind: 'command', words: [{ text: 'if', inner: [], isQuoted: true }, { text: 'a', inner: [], isQuoted: false }] }] } }] } }] });
  });
});
