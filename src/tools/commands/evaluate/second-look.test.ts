import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { CommandContext } from '../context.ts';
import { judgeCommand } from '../judge-command.ts';

const context: CommandContext = { workspace: '/w', currentFolder: '/w', home: '/home/dev', environment: {}, ownState: ['/home/dev/.keelson'], platform: 'linux' };
const judged = (lines: readonly string[]): string[] => lines.map((line) => `${judgeCommand(line, context).decision} ${judgeCommand(line, context).rule}`);

describe('a second look', () => {
  it('refuses what a wrapper that no table knows would start', verifies('KEL-CMD-18'), () => {
    expect(judged(['wrapit rm -rf /', 'wrapit --opt rm -rf /', "wrapit -c 'rm -rf /'", "wrapit 'at 5 rm -rf /'", "wrapit '[\"rm\",\"-rf\",\"/\"]'; wrapit rm,-rf,/", "wrapit <<< 'rm -rf /'", '/opt/wrapit rm -rf /'])).toEqual(Array.from({ length: 7 }, () => 'block command.root_wipe'));
  });

  it('asks no more than before about what is not refused', verifies('KEL-CMD-18'), () => {
    expect(judged(['wrapit rm -rf build', 'wrapit git status', "wrapit 'nothing to see'", 'ssh host ls', 'git commit --amend -m "never rm -rf /"'])).toEqual([
      'ask command.unknown_program', 'ask command.unknown_program', 'ask command.unknown_program', 'ask command.remote_shell', 'ask command.git_discard',
    ]);
  });

  it('reads an option that names a program, and what follows two dashes', verifies('KEL-CMD-18'), () => {
    expect(judged(["go vet -vettool='rm -rf /'", 'npm test -- rm -rf /', 'echo -- rm -rf /', 'npm test -- --watch=false'])).toEqual([
      'block command.root_wipe', 'block command.root_wipe', 'allow command.ordinary', 'allow command.ordinary',
    ]);
  });

  it('ends after a bounded number of looks', verifies('KEL-CMD-18'), () => {
    expect(judged(['wrapit a; '.repeat(12) + 'wrapit rm -rf /', 'wrapit a; '.repeat(11) + 'wrapit rm -rf /'])).toEqual(['ask command.unknown_program', 'block command.root_wipe']);
  });
});

describe('a variable that is set', () => {
  it('is read as the command it holds', verifies('KEL-CMD-19'), () => {
    expect(judged(["PAGER='rm -rf /' git log", "LESSOPEN='|rm -rf / %s' less x", "PS4='$(rm -rf /)' bash -x x.sh", "export GIT_SSH_COMMAND='rm -rf /'", "env EDITOR='sh -c \"rm -rf /\"' git commit", "BASH_FUNC_ls%%='() { rm -rf /; }' x; env 'BASH_FUNC_ls%%=() { rm -rf /; }' bash -c ls"])).toEqual(Array.from({ length: 6 }, () => 'block command.root_wipe'));
  });

  it('asks where other programs would run it, and not where it only turns paging off', verifies('KEL-CMD-19'), () => {
    expect(judged(['PAGER=./x git log', 'PAGER=cat git log', 'GIT_EDITOR=true git merge --continue', 'PATH=cat ls', "PS1='$(id)'", "PS1='$ '", 'A=1 ls'])).toEqual([
      'ask command.environment', 'allow command.ordinary', 'allow command.ordinary', 'ask command.environment', 'ask command.environment', 'allow command.ordinary', 'allow command.ordinary',
    ]);
  });

  it('never changes how Keelson works', verifies('KEL-CMD-19'), () => {
    expect(judged(['KEELSON_HOME=/tmp/x ls', 'export KEELSON_MODE=off', 'KEELSON_MODE=off', 'unset KEELSON_HOME', 'kill $PPID'])).toEqual(Array.from({ length: 5 }, () => 'block command.own_state'));
  });
});
