import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { checkText } from '../redaction/index.ts';
import { redactPayload } from './ledger-redaction.ts';

const redact = (payload: Record<string, unknown>): Record<string, unknown> => redactPayload(payload, (text) => checkText(text).redacted);

describe('redactPayload', () => {
  it('leaves alone what is not sensitive', verifies('KEL-LEDGERCLI-10'), () => {
    const payload = { text: 'all is well', list: [1, null, true, { deep: 'nothing' }] };
    expect(redact(payload)).toEqual(payload);
  });

  it('masks texts wherever they stand, also beside an escaped character', verifies('KEL-LEDGERCLI-10'), () => {
    expect(redact({ list: [{ text: 'first\nada@example.com' }] })).toEqual({ list: [{ text: 'first\n[EMAIL_1]' }] });
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----';
    expect(JSON.stringify(redact({ note: `see ${key}` }))).not.toContain('MIIEvQIBADANBgkqhkiG9w0BAQEFAASC');
  });

  it('sees a name beside its value', verifies('KEL-LEDGERCLI-10'), () => {
    expect(JSON.stringify(redact({ password: 'hunter2-Tr0ub4dor' }))).not.toContain('hunter2');
  });

  it('tells where a record lies, for that opens nothing', verifies('KEL-LEDGERCLI-10'), () => {
    const refs = { journal_ref: { kind: 'event', key: 'run_01JCQZ9Y5D0000000000000001:execute/1/1/attempt-1/turn-1/tool-1' } };
    expect(redact(refs)).toEqual(refs);
  });

  it('gives the masked text when it is no longer JSON', verifies('KEL-LEDGERCLI-10'), () => {
    const masked = redact({ card: 4111111111111111 });
    expect(JSON.stringify(masked)).not.toContain('4111111111111111');
    expect(redactPayload({ text: 'x' }, (text) => text.replace('{', '['))).toEqual({ redacted_json: '["text":"x"}' });
  });
});
