import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { parseShell } from '../syntax/parse.ts';
import { ACCEPTED } from '../../../../test/support/shell-samples.ts';
import type { Script } from '../syntax/tree.ts';
import { unparse } from '../syntax/unparse.ts';
import { detachedBackground } from './background.ts';
import { personalFind, withoutMaxdepth } from './find.ts';
import { neverPromptingSudo } from './sudo.ts';

function read(text: string): Script {
  const parsed = parseShell(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.script;
}

const home = '/Users/dev';
const sudo = (text: string, passwordOnInput: boolean): string => unparse(neverPromptingSudo(read(text), { passwordOnInput }));
const background = (text: string): string => unparse(detachedBackground(read(text)));
const find = (text: string): unknown => personalFind(read(text), { home });

describe('sudo', () => {
  it('never asks for a password', verifies('MAH-4B-G2'), () => {
    expect(sudo('sudo ls', false)).toBe('sudo -n ls');
    expect(sudo('a && (sudo -u x b "$(sudo c)") | env A=1 sudo d', false)).toBe('a && ( sudo -n -u x b "$( sudo -n c )"; ) | env A=1 sudo -n d');
  });

  it('takes a password from its input without a prompt when one is supplied', verifies('MAH-4B-G2'), () => {
    expect(sudo('sudo ls; /usr/bin/sudo -k', true)).toBe("sudo -S -p '' ls\n/usr/bin/sudo -S -p '' -k");
  });

  it('is left alone where it is only a word', verifies('MAH-4B-G2'), () => {
    expect(sudo('echo sudo; man sudo; grep sudo x', false)).toBe('echo sudo\nman sudo\ngrep sudo x');
  });
});

describe('background processes', () => {
  it('are put into a group with streams of their own', verifies('MAH-4B-G3'), () => {
    expect(background('a && b &')).toBe('a && { b < /dev/null > /dev/null 2>& 1 & }');
    expect(background('server > log & echo started')).toBe('server < /dev/null > /dev/null 2>& 1 > log &\necho started');
    expect(background('a | b &')).toBe('( a | b; ) < /dev/null > /dev/null 2>& 1 &');
    expect(background('a; b')).toBe('a\nb');
  });

  it('let the shell end at once and keep their own redirections', verifies('MAH-4B-G3'), () => {
    // The children outlive the shell; were a pipe left open, this would come back only when they end.
    for (const text of ['true && { sleep 30; } & echo done', 'sleep 30 & echo done', 'sleep 30 | cat & echo done', '! sleep 30 & echo done']) {
      const result = spawnSync('bash', ['-c', `${background(text)}\nkill $! 2>/dev/null; true`], { encoding: 'utf8', timeout: 4_000 });
      expect({ text, output: result.stdout, error: result.error, status: result.status }).toEqual({ text, output: 'done\n', error: undefined, status: 0 });
    }
  });
});

describe('find on personal paths', () => {
  it('is recognised as a search that an index answers', verifies('ART-R3-08'), () => {
    expect(find('find ~/ -name "*.pdf"')).toEqual({ folders: ['/Users/dev/'], name: '*.pdf' });
    expect(find('find "$HOME/Documents" -iname x -type f')).toEqual({ folders: ['/Users/dev/Documents'], name: 'x' });
    expect(find('find /Volumes/Disk /Users/other')).toEqual({ folders: ['/Volumes/Disk', '/Users/other'], name: undefined });
  });

  it('is not, when it does more or goes elsewhere', verifies('ART-R3-08'), () => {
    const others = [
      'find . -name x', 'find ~ -delete', 'find ~ -exec cat {} +', 'find ~ | xargs cat', 'find ~ /etc', 'find "$X" -name y',
      'find ~ && ls', 'find ~ &', 'ls ~', 'find',
    ];
    expect(others.map(find)).toEqual(others.map(() => undefined));
  });

  it('loses its -maxdepth', verifies('ART-R3-09'), () => {
    expect(unparse(withoutMaxdepth(read('find . -maxdepth 2 -name x -maxdepth 3; ls -maxdepth 2')))).toBe('find . -name x\nls -maxdepth 2');
  });
});

describe('every change of a script', () => {
  it('is written so that it is read as the changed tree', verifies('KEL-CMD-08'), () => {
    const changes = [(script: Script) => neverPromptingSudo(script, { passwordOnInput: true }), detachedBackground, withoutMaxdepth];
    for (const text of [...ACCEPTED, 'sudo a & b && sudo c &', 'find x -maxdepth 1 | sudo y &']) {
      for (const change of changes) {
        const script = change(read(text));
        expect(parseShell(unparse(script))).toEqual({ ok: true, script });
      }
    }
  });
});
