import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { isCredentialValue, isKeyValue, isPasswordValue, isPlaceholder, isStrongValue } from './secret-value.ts';

describe('isPlaceholder', () => {
  const standIns = ['<key>', '{{ key }}', '${KEY}', '%KEY%', '[KEY]', '****', '...', '•••', 'changeme1', 'your-key-1', 'EXAMPLE1', 'sk-XXXXXXXX'];

  it.each([...standIns, 'put-it-here1', 'put_it_here', 'aaaaaaaa', 'a', 'REDACTED', 'todo1', 'k-your_own'])(
    'takes %s for a stand-in',
    verifies('KEL-REDACTION-17'),
    (value) => {
      expect(isPlaceholder(value)).toBe(true);
    },
  );

  it.each(['hunter2', 'aB3aB3', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'S3cr3t!Passw0rd', 'aaab'])('takes %s for real', verifies('KEL-REDACTION-17'), (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });
});

function bare(value: string) {
  return { value, isQuoted: false };
}

function quoted(value: string) {
  return { value, isQuoted: true };
}

describe('a password', () => {
  it.each(['hunt3r', 'S3cr3t!Passw0rd', 'Abc-defg', 'ABCd-EFG', 'p4ss word', 'ABC123', '1234a5'])('%s counts', verifies('KEL-REDACTION-18'), (value) => {
    expect(isPasswordValue(quoted(value))).toBe(true);
  });

  it.each(['hunt3', 'required', '123456', 'Required', 'ABC-DEFG', 'abc-defg', 'Abc-def', 'Pass word!', 'changeme1'])('%s does not', verifies('KEL-REDACTION-18'), (value) => {
    expect(isPasswordValue(quoted(value))).toBe(false);
  });
});

describe('a key', () => {
  it.each(['abcdefg1', 'ABCDEFG1', '1234567a'])('%s counts', verifies('KEL-REDACTION-18'), (value) => {
    expect([isKeyValue(bare(value)), isCredentialValue(bare(value))]).toEqual([true, true]);
  });

  it.each(['abcdef1', 'abcdefgh', '12345678', 'abc defg1', '<abcdefg1>'])('%s does not', verifies('KEL-REDACTION-18'), (value) => {
    expect([isKeyValue(bare(value)), isCredentialValue(bare(value))]).toEqual([false, false]);
  });

  it.each(['process.env.KEY1', 'settings.db.key2', './server1.pem', 'key1file.json', 'https://example.com/1', 'a${B1}cdefgh', 'get1(key)', 'keys[1]abc'])(
    'in code, %s is a reference and not a key',
    verifies('KEL-REDACTION-18'),
    (value) => {
      expect([isKeyValue(bare(value)), isPasswordValue(bare(value))]).toEqual([false, false]);
    },
  );

  it('without digits counts only behind an authentication scheme, and only in mixed case', verifies('KEL-REDACTION-18'), () => {
    expect(['dXNlcjpw', 'ABCDEFGh', 'abcdefgH', 'userpass', 'USERPASS'].map((value) => [isKeyValue(bare(value)), isCredentialValue(bare(value))])).toEqual([
      [false, true],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it('behind a vague name must be long and of every kind', verifies('KEL-REDACTION-18'), () => {
    const strong = ['aB3aB3aB3aB3aB3aB3aB', 'aBcaBcaBcaBcaBcaBc1B', 'aB3B3B3B3B3B3B3B3B3B', 'Ab3b3b3b3b3b3b3b3b3b'];
    const weak = ['aB3aB3aB3aB3aB3aB3a', 'ab3ab3ab3ab3ab3ab3ab', 'AB3AB3AB3AB3AB3AB3AB', 'aBcaBcaBcaBcaBcaBcaB', '<B3aB3aB3aB3aB3aB3aB'];
    expect([...strong, ...weak].filter((value) => isStrongValue(bare(value)))).toEqual(strong);
  });
});
