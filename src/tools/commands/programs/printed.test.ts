import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { CommandContext } from '../context.ts';
import { judgeCommand } from '../judge-command.ts';
import { printedByAwk } from './awk-output.ts';
import { printedByJq } from './json-output.ts';
import { printedBySed } from './sed-output.ts';

const context: CommandContext = { workspace: '/w', currentFolder: '/w', home: '/home/dev', environment: {}, ownState: [], platform: 'linux' };

/** What the judge thinks a pipeline prints, as the argument that a last command gets. */
const thought = (pipeline: string): string | undefined => judgeCommand(`: "$(${pipeline})"`, context).commands.at(-1)?.argv[1];
const printed = (pipeline: string): string => spawnSync('bash', ['-c', `printf %s "$(${pipeline})"`], { encoding: 'utf8' }).stdout;
const isThere = (program: string): boolean => spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;

const PIPELINES: readonly (readonly [program: string, pipeline: string])[] = [
  ['base64', 'echo bHMgLWxh | base64 -d'], ['base64', 'echo ls | base64 | base64 --decode'], ['base32', 'echo NRZSALLMME====== | base32 -d'],
  ['basenc', 'basenc -d --base16 <<< 6C73'], ['basenc', 'basenc --base32 -d <<< NRZSALLMME======'], ['xxd', 'xxd -r -p <<< "6c73 20"'],
  ['xxd', 'xxd -ps -r <<< 6c73'], ['xxd', "xxd -r <<< '0: 6c73'"], ['openssl', 'openssl base64 -d <<< bHM='], ['openssl', 'echo ls | openssl enc -a | openssl enc -a -d'],
  ['gzip', 'echo ls | gzip | zcat'], ['gzip', 'gzip -c <<< ls | gzip -dc'], ['gzip', 'base64 -d <<< H4sIAAAAAAAAA8spVtDNSeQCANtfqxIHAAAA | gunzip'],
  ['uudecode', "uudecode -o /dev/stdout <<'E'\nbegin 644 x\n#;',*\n`\nend\nE\n"],
  ['rev', 'rev <<< sl'], ['tac', "printf 'a\\nb\\n' | tac"], ['tr', 'tr a-z n-za-m <<< yf'], ['tr', "tr '[:upper:]' '[:lower:]' <<< LS"], ['tr', 'tr -d xy <<< lxsy'],
  ['cut', 'cut -c2- <<< xls'], ['cut', 'cut -d: -f2 <<< a:ls:b'], ['head', 'head -c2 <<< lsxx'], ['tail', 'tail -c +3 <<< xxls'], ['tail', "printf 'a\\nls\\n' | tail -1"],
  ['paste', "printf 'ls\\n-l\\n' | paste -sd' '"], ['sort', "printf 'b\\na\\n' | sort"], ['sort', "printf 'a\\nb\\n' | sort -r"], ['uniq', "printf 'a\\na\\nb\\n' | uniq"],
  ['grep', "printf 'a\\nls\\n' | grep l"], ['grep', "printf 'a\\nls\\n' | grep -v a"], ['cat', "printf l | cat - <(printf s)"], ['dd', 'echo ls | dd status=none'],
  ['bash', "for c in 6c 73; do printf \"\\\\x$c\"; done"], ['bash', "IFS=: read -r a b <<< 'ls:-l:x y'; echo \"$b|$a\""], ['bash', "IFS=: read -ra p <<< 'ls:-l'; echo \"${p[1]}\""],
  ['bash', "x='$(echo ls)'; echo \"${x@P}\""], ['bash', 'declare -A m=([c]=ls [d]=x); echo "${m[d]}${m[c]}"'], ['bash', 'a=ls; declare -n r=a; echo "$r"'], ['bash', 'a=l; a+=s; echo $a'],
  ['bash', 'true ls; echo $_'], ['bash', 'exec 3<<< ls; cat <&3'], ['bash', "printf 'a\\nb\\n' | { read x; read y; echo $y$x; }"], ['bash', 'env T=ls bash -c \'echo "$T"\''],
  ['bash', "source <(echo 'x=ls'); echo $x"], ['bash', 'let "i=6*7"; echo $i'], ['bash', 'f() { echo f; }; command echo ls; f'],
];

describe('what a line prints', () => {
  it.each(PIPELINES)('is what bash prints, with %s: %s', verifies('KEL-CMD-17'), (program, pipeline) => {
    if (!isThere(program)) return;
    expect(thought(pipeline)).toBe(printed(pipeline));
  });

  it('is not made up where it cannot be known', verifies('KEL-CMD-17'), () => {
    expect(['base64 -d name.txt', 'gunzip -c x.gz', 'echo x | gunzip', 'echo x | nl', 'sort name.txt', 'echo a | paste'].map(thought)).toEqual(['…', '…', '…', '…', '…', '…']);
    expect(['cat .env | sort', 'base64 .env', 'cat .env | gzip | base64'].map(thought)).toEqual(['<secret>', '<secret>', '<secret>']);
  });

  it.each([
    ['{print $2,$1}', undefined], ['{print $1"-"$2}', undefined], ['{print}', undefined], ['1', undefined], ['{ print $NF; }', undefined], ['{print $2}', ':'], ['BEGIN{printf "%s-%s", "a", "b"}', undefined],
    ['BEGIN{printf "%c%c", 108, 115}', undefined], ['BEGIN { print "a" "b", "c" }', undefined],
  ])('of awk: %s', verifies('KEL-CMD-17'), (source, separator) => {
    const input = 'ls:x a\nb c:d\n';
    const real = spawnSync('awk', [...(separator === undefined ? [] : ['-F', separator]), source], { input, encoding: 'utf8' });
    expect(printedByAwk(source, input, separator)).toBe(real.stdout);
  });

  it.each([
    ['s/a/b/'], ['s/a/b/g'], ['s,a,/,'], ['s/a/<&>/g'], ['y/abc/xyz/'], ['2d'], ['1,2d'], ['1q'], ['s/a/b/;s/b/c/g'], ['s/l./\\U&/'], ['s/a/\\//'], ['s/a/b;c/'],
  ])('of sed: %s', verifies('KEL-CMD-17'), (script) => {
    const input = 'ls a b a\nabc\nlast\n';
    expect(printedBySed([script], input, false)).toBe(spawnSync('sed', [script], { input, encoding: 'utf8' }).stdout);
  });

  it('of sed that prints only what it is told to', verifies('KEL-CMD-17'), () => {
    expect(printedBySed(['2p'], 'a\nb\n', true)).toBe('b\n');
    expect([printedBySed(['/a/,$d'], 'a\n', false), printedBySed(['s/(a)+/b/'], 'a\n', false), printedBySed(['s/a/b'], 'a\n', false)]).toEqual([undefined, undefined, undefined]);
    expect([printedByAwk('{x=1; print x}', 'a\n', undefined), printedByAwk('{print tolower($1)}', 'a\n', undefined), printedByAwk('{print}', undefined, undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it('of jq is among the texts it holds', verifies('KEL-CMD-17'), () => {
    expect(printedByJq('.c', '{"c":"ls -l"}')).toBe('c\nls -l\nc ls -l\n');
    expect(printedByJq('"bHM="|@base64d', undefined)).toBe('ls\nbHM=\nbHM=\n');
    expect(printedByJq('.c', undefined)).toBeUndefined();
  });
});
