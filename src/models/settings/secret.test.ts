import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Secret } from './secret.ts';

describe('a secret', () => {
  const secret = new Secret('sk-very-secret-1234');

  it('shows itself nowhere but where it is asked for by name', verifies('KEL-SETTINGS-01'), () => {
    const shown = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: { secret } }, { depth: null, showHidden: true, getters: true }),
      inspect(new TypeError('no', { cause: { secret } })),
      JSON.stringify(structuredClone({ ...secret })),
      Object.values(secret).join(' '),
    ];
    expect(shown.join('\n')).not.toContain('very-secret');
    expect([shown[0], shown[2], shown[3], shown[4]]).toEqual(['[secret]', '{"secret":"[secret]"}', '[secret]', '{ deep: { secret: [secret] } }']);
    expect(secret.reveal()).toBe('sk-very-secret-1234');
  });
});
