import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { endToldBy } from '../evidence/hidden-end.ts';
import { forgottenFlags } from '../objections/lost-flags.ts';
import type { SeenFile } from '../objections/whole-work.ts';
import { lostFlags } from './lost-flags.ts';

const script = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const against = (path: string, now: string, before: string | null = null): number => forgottenFlags({ asked: 'Write it.', criteria: [], outputs: [], unsure: [], calls: [], files: [{ path, isThere: true, hasChanged: true, before, now } satisfies SeenFile] }).length;

const LOST = script('failed=0', 'cat list.txt | while read -r name; do', '  test -f "$name" || failed=1', 'done', 'exit $failed');

describe('a sign that a script sets', () => {
  it.each([
    ['in a loop behind a pipe', LOST],
    ['in brackets', script('bad=0', '(cd sub && make) || (echo "make failed"; bad=1)', '[ "$bad" = 0 ] || exit 1')],
    ['by counting', script('count=0', 'find . -name "*.json" | while read -r f; do', '  if ! jq . "$f" > /dev/null; then count=$((count+1)); fi', 'done', 'if [ $count -gt 0 ]; then exit 1; fi')],
    ['in the background', script('ok=0', '{ make; ok=$?; } &', 'wait', 'exit $ok')],
    ['by reckoning behind a pipe', script('n=0', 'ls | while read -r f; do ((n++)); done', 'exit ${n}')],
    ['by an export behind a pipe', script('export bad=0', 'ls | while read -r f; do export bad=1; done', 'test $bad')],
  ])('is forgotten %s', verifies('KEL-LIE-163'), (_, text) => {
    expect(lostFlags(text)).toHaveLength(1);
  });

  it.each([
    ['the loop reads from a file', script('failed=0', 'while read -r name; do', '  test -f "$name" || { echo "$name"; failed=1; }', 'done < list.txt', 'exit $failed')],
    ['the loop reads from a command in front of it', script('failed=0', 'while read -r name; do', '  test -f "$name" || failed=1', 'done < <(cat list.txt)', 'exit $failed')],
    ['it is used where it was set', script('cat list.txt | { failed=0; while read -r name; do test -f "$name" || failed=1; done; exit $failed; }')],
    ['the last part of a pipe is no shell of its own', script('shopt -s lastpipe', LOST)],
    ['it is set again behind the pipe', script('n=0', 'ls | while read -r f; do n=1; done', 'n=$(ls | wc -l)', 'exit $n')],
    ['it only reckons in brackets', script('n=0', '((n++))', 'exit $n')],
    ['it is never set outside', script('ls | while read -r f; do n=1; done', 'exit $n')],
    ['it is only printed', script('n=0', 'ls | while read -r f; do n=1; done', 'echo $n')],
    ['brackets are for another place', script('dir=.', '(dir=sub; cd "$dir" && make)', '[ -d "$dir" ] || exit 1')],
    ['the shell is another one', `#!/usr/bin/env zsh\n${LOST}`],
    ['a function sets it', script('failed=0', 'check() { failed=1; }', 'check', 'exit $failed')],
    ['nobody can read it', 'case $x in a) exit;; esac'],
  ])('is kept where %s', verifies('KEL-LIE-163'), (_, text) => {
    expect(lostFlags(text)).toEqual([]);
  });

  it('stands against a script of this run, and against a command whose end is told', verifies('KEL-LIE-163'), () => {
    expect([against('check.sh', LOST), against('tools/check', `#!/bin/sh\n${LOST}`), against('check.sh', `${LOST}# more\n`, LOST), against('check.md', LOST)]).toEqual([1, 1, 0, 0]);
    const command = 'f=0; ls | while read -r n; do node check.mjs $n || { f=1; }; done; exit $f';
    expect([endToldBy(command, 'check.mjs', ''), endToldBy('node check.mjs', 'check.mjs', '')]).toEqual(['hidden', 'by_its_end']);
  });
});
