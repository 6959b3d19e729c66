import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { STRICT_LIMITS } from '../../tools/index.ts';
import { quoted, startScript } from './start-script.ts';

describe('startScript', () => {
  it('sets every limit before it says that it starts the program', verifies('KEL-SBX-07', 'MAH-4A-4'), () => {
    expect(startScript(STRICT_LIMITS).split('\n')).toEqual([
      'fail() { echo "$1" >&3; exit 126; }',
      "ulimit -c 0 && ulimit -d 1310720 && ulimit -t 60 && ulimit -f 131072 && ulimit -n 256 || fail 'the limits cannot be set'",
      "ulimit -p 64 2>/dev/null || ulimit -u 64 || fail 'the limit on processes cannot be set'",
      'command -v "$1" >/dev/null || fail "there is no program $1"',
      'echo started >&3',
      'exec 3>&- 9>&2 2>/dev/null',
      '(exec "$@" 2>&9 9>&-)',
      'exit $?',
    ]);
  });

  it('waits at the gate before anything else', verifies('KEL-SBX-07'), () => {
    expect(startScript(STRICT_LIMITS, { gateFd: 6, before: 'prepare' }).split('\n').slice(1, 5)).toEqual(["read -r keelson_go <&6 || fail 'its control group cannot be entered'", 'unset keelson_go', 'exec 6<&-', 'prepare']);
  });
});

describe('quoted', () => {
  it('makes one word of any text', verifies('KEL-SBX-01'), () => {
    expect([quoted('a b'), quoted("it's"), quoted('$HOME\n')]).toEqual(["'a b'", `'it'\\''s'`, "'$HOME\n'"]);
  });
});
