import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PolicyVerdict } from '../../contracts/index.ts';
import type { CommandContext } from './context.ts';
import { judgeArgv, judgeCommand } from './judge-command.ts';

interface Row {
  readonly id: string;
  readonly category: string;
  readonly input: string;
  readonly expect: 'block' | 'ask' | 'allow';
}

const context: CommandContext = {
  workspace: '/home/dev/project', currentFolder: '/home/dev/project', home: '/home/dev', environment: {}, ownState: ['/home/dev/.keelson'], platform: 'linux',
};
const fixtures = join(import.meta.dirname, '../../../test/fixtures');
const rowsOf = (file: string): Row[] =>
  readFileSync(join(fixtures, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Row);
/** Long inputs are written as `{{REPEAT: "text" x count}}`. */
const inputOf = (row: Row): string => row.input.replace(/\{\{REPEAT: "(.*?)" x (\d+)\}\}/g, (_, text: string, count: string) => text.repeat(Number(count)));
const passes = (row: Row, decision: string): boolean => (row.expect === 'ask' ? decision !== 'allow' : decision === row.expect);

function misses(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const { decision, rule } = judgeCommand(inputOf(row), context);
    return passes(row, decision) ? [] : [`${row.id} ${row.input.slice(0, 100)}: ${row.expect} expected, ${decision} by ${rule}`];
  });
}

const samples = rowsOf('commands.jsonl');
const own = rowsOf('commands-own.jsonl');
const categories = [...new Set(own.map((row) => row.category))];

describe('judging a command', () => {
  it('decides every row of the sample as its owner expects', verifies('KEL-CMD-01'), () => {
    expect(misses(samples)).toEqual([]);
  });

  it.each(categories)('decides what we collected ourselves: %s', verifies('KEL-CMD-01'), (category) => {
    expect(misses(own.filter((row) => row.category === category))).toEqual([]);
  });

  it('answers with a verdict that can be stored', () => {
    for (const { input } of samples) {
      const { decision, rule, explanation } = judgeCommand(input, context);
      expect(PolicyVerdict.parse({ decision, rule, explanation })).toEqual({ decision, rule, explanation });
    }
  });

  it('names the command and its target', verifies('KEL-CMD-02'), () => {
    const { decision, rule, explanation } = judgeCommand('x=/; echo ok && rm -rf "$x"', context);
    expect({ decision, rule, explanation }).toEqual({
      decision: 'block', rule: 'command.root_wipe', explanation: '"rm -rf /": it would remove /: the root of the file system.',
    });
  });

  it('tells what it understood', () => {
    expect(judgeCommand('A=1 git log --oneline "$HOME" 2>/dev/null | head', context).commands).toEqual([
      { argv: ['git', 'log', '--oneline', '/home/dev'], assignments: ['A=1'], redirections: ['2>/dev/null'] },
      { argv: ['head'], assignments: [], redirections: [] },
    ]);
  });

  it('asks about what it cannot read, and refuses it when it plainly shows what is never allowed', verifies('KEL-CMD-03'), () => {
    expect(judgeCommand('ls "', context)).toMatchObject({ decision: 'ask', rule: 'command.unparsable' });
    expect(judgeCommand('rm -rf / "', context)).toMatchObject({ decision: 'block', rule: 'command.root_wipe' });
  });

  it('judges a program without a shell by the same rules, and reads nothing into its arguments', verifies('KEL-CMD-04'), () => {
    expect(judgeArgv(['rm', '-rf', '/'], context)).toMatchObject({ decision: 'block', rule: 'command.root_wipe' });
    expect(judgeArgv(['echo', '$(reboot); rm -rf /'], context)).toMatchObject({ decision: 'allow' });
    expect(judgeArgv(['bash', '-c', 'rm -rf /'], context)).toMatchObject({ decision: 'block' });
    expect(judgeArgv([], context)).toMatchObject({ decision: 'ask' });
  });

  it('follows links when it is told where they lead', () => {
    const realpath = (path: string): string => (path === '/home/dev/project/build' ? '/' : path);
    expect(judgeCommand('rm -rf build', { ...context, realpath })).toMatchObject({ decision: 'block' });
  });
});
