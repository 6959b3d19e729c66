import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { CommandContext } from '../context.ts';
import { judgeCommand } from '../judge-command.ts';

/** Lines whose last command is `stub`; nothing in them depends on the machine. */
const LINES = [
  `stub a 'b c' "d e" f\\ g`, `x=1; stub $x "$x" '$x' \${x}y`, `stub a{b,c}d {1..4} {a..c} {01..03} x{y{1,2},z}`, `x='a b'; stub $x "$x"`,
  `stub $'\\x41\\102\\u0043\\t' $"q"`,
  `x=abc; stub \${x#a} \${x%c} \${x/b/X} \${x^^} \${x:1} \${x:1:1} \${#x}`,
  `x=a.b.c; stub \${x%%.*} \${x##*.} \${x%.*} \${x#*.}`,
  `x=ABC; stub \${x,,} \${x,} "\${x//[AB]/-}"`, `stub \${u:-d} "\${u-e f}" \${HOME:+set}`, `set -- 1 '2 3'; stub "$@" $* $# "$2"`,
  `f() { stub "$1" "$#" "$*"; }; f a 'b c'`, `a=(x 'y z'); stub "\${a[@]}" \${a[0]} "\${a[1]}" \${#a}`, `stub $(echo one two) "$(echo one two)" \`echo three\``,
  `stub $(printf '%s-%d' a 7) $(printf '\\141') "$(printf 'a\\nb')"`,
  `stub $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((7%4)) $((1<2))`, `x=5; stub $((x+1)) $((x*x))`,
  `stub $(echo aGVsbG8= | base64 -d) $(echo olleh | rev) $(echo abc | tr a-c x-z)`,
  `stub $(echo a:b:c | cut -d: -f2) $(echo abcdef | cut -c2-4) $(basename /a/b.c) $(dirname /a/b.c)`,
  `IFS=:; x=a:b:c; stub $x`, `IFS=,; x=a,b; stub "$x" $x`, `x=r; y=m; stub $x$y "$x$y"`, `x=y; y=z; stub \${!x}`, `stub "" '' a""b`, `x=; stub $x "$x" a$x`,
  `stub a\\\nb`, `stub "a\\"b" "a\\$b" 'a"b' "a'b"`, `x=$(cat <<E\none $((1+1))\nE\n); stub "$x"`,
  `read -r a b <<< '1 2 3'; stub "$a" "$b"`, `x=a; x+=b; stub $x`,
  `printf -v v '%s!' hi; stub $v`, `shift_() { shift; stub "$@"; }; shift_ 1 2 3`, `x=; for i in p q; do x=$x$i; done; stub $x`,
  `eval 'stub a "b c"'`, `x='stub a b'; $x`, `alias_=1; stub $alias_`,
  `stub "$(echo 'a  b')" $(echo 'a  b')`, `stub $(seq 1 3) $(echo abc | head -c 2)`, `stub \${x:=set} $x`,
  `a=b; stub "\${a}c" "$a"c '$a'c`, `stub -- -x --y=z`, `stub \\* '*' "?" \\~ "~"`, `{ stub in group; }`, `(stub in subshell)`,
  `stub $(xxd -r -p <<< 6869)`, `stub "$(tr a-z A-Z <<< up)"`, `x=aXbXc; stub \${x//X/ }`,
  `x=/usr/bin/env; stub \${x##*/} \${x%/*}`, `stub $'a\\'b' $'\\e[0m' | cat`, `true && stub yes`,
];

const context: CommandContext = { workspace: '/home/dev/w', currentFolder: '/home/dev/w', home: '/home/dev', environment: {}, ownState: [], platform: 'linux' };

function ours(line: string): string[] {
  return judgeCommand(line, context).commands.findLast((command) => command.argv[0] === 'stub')?.argv.slice(1) as string[];
}

/** What bash hands to the stub: a function that writes its arguments, each ended by a NUL. */
function theirs(line: string): string[] {
  const stub = 'stub() { for argument; do printf "%s\\0" "$argument" >&3; done; }';
  const result = spawnSync('bash', ['-c', `${stub}\n${line}`], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: '/home/dev', LC_ALL: 'C.UTF-8' }, stdio: [
    'ignore', 'ignore', 'ignore', 'pipe',
  ] });
  return (result.output[3] ?? '').split('\u0000').slice(0, -1);
}

const has = (program: string): boolean => spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
const comparable = LINES.filter((line) => !line.includes('xxd') || has('xxd')).filter((line) => !line.includes('rev') || has('rev'));

describe('expanding words', () => {
  it.runIf(has('true'))('gives a program the arguments that bash gives it', verifies('KEL-CMD-06'), () => {
    expect(comparable.map((line) => [line, ours(line)])).toEqual(comparable.map((line) => [line, theirs(line)]));
  });

  it('keeps what is not known as unknown, and asks when it decides which program runs', verifies('KEL-CMD-06'), () => {
    expect(ours('stub "$(date)" a$RANDOM')).toEqual(['…', 'a…']);
    expect(judgeCommand('$(date) x', context)).toMatchObject({ decision: 'ask', rule: 'command.unknown_program' });
    expect(judgeCommand('rm -rf "$(date)"', context)).toMatchObject({ decision: 'ask', rule: 'command.unknown_target' });
  });

  it('takes a variable that may be unset for empty as well', () => {
    expect(judgeCommand('rm -rf "$NOBODY_SET_THIS/"', context)).toMatchObject({ decision: 'block', rule: 'command.root_wipe' });
  });

  it('keeps both values of a variable that may or may not have been set', verifies('KEL-CMD-07'), () => {
    expect(judgeCommand('x=/; false && x=build; rm -rf $x', context)).toMatchObject({ decision: 'block' });
    expect(judgeCommand('x=build; if true; then x=/; fi; rm -rf $x', context)).toMatchObject({ decision: 'block' });
    expect(judgeCommand('x=/; x=build; rm -rf $x', context)).toMatchObject({ decision: 'ask' });
    expect(judgeCommand('if true; then :; fi; x=/; x=build; rm -rf $x', context)).toMatchObject({ decision: 'ask' });
  });
});
