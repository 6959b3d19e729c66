import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { SESSION_CAME_TO_CHARS_MAX, SESSION_EXCHANGES_MAX, SESSION_SAID_CHARS_MAX, sessionExchangeRecorded, SessionId, SessionState, type SessionEarlier } from '../../contracts/index.ts';
import { withOlder } from './session-earlier.ts';
import { sessionProjection } from './sessions.ts';
import type { DocumentBody } from './projection.ts';

const SESSION = SessionId.parse('ses_01JCQZ9Y5D0000000000000001');
const RULE = 'Always answer in metric units, and never round a figure.';

/** A long conversation as its events tell it. */
function conversation(inputs: readonly string[]): SessionState {
  const fold = (current: DocumentBody | undefined, input: string, at: number): DocumentBody =>
    sessionProjection.fold(current, { type: sessionExchangeRecorded.type, streamId: SESSION, recordedAt: '2026-11-16T08:00:00.000Z', payload: { session_id: SESSION, run_id: 'run_01JCQZ9Y5D0000000000000001', input, summary: `It came to ${at}.`, taint_class: at === 3 ? 'external_untrusted' : 'user_trusted_bounded' } } as never) as DocumentBody;
  return SessionState.parse(inputs.reduce<DocumentBody | undefined>((current, input, at) => fold(current, input, at), undefined));
}

describe('a conversation of hundreds of exchanges', () => {
  const inputs = [RULE, ...Array.from({ length: 499 }, (_, at) => `How far is it from pier ${at} to the lighthouse on the other side of the bay, on a clear day?`)];
  const state = conversation(inputs);

  it('keeps the rule of its first exchange word for word, and the last exchanges whole', verifies('KEL-COMPACT-15'), () => {
    expect([state.exchanges, state.latest.map(({ input }) => input), state.earlier?.exchanges]).toEqual([500, inputs.slice(-SESSION_EXCHANGES_MAX), 495]);
    expect(state.earlier?.said[0]).toBe(RULE);
    expect(state.earlier?.said.at(-1)).toBe(inputs[494]);
    expect((state.earlier?.said.length ?? 0) + (state.earlier?.unsaid ?? 0)).toBe(495);
  });

  it('stays within its bounds, and is trusted no further than what was read for any of it', verifies('KEL-COMPACT-15'), () => {
    const { said = [], came_to: cameTo = [], taint_class: taint } = state.earlier ?? {};
    expect([said.join('').length <= SESSION_SAID_CHARS_MAX, said.join('').length > SESSION_SAID_CHARS_MAX - 200]).toEqual([true, true]);
    expect([cameTo.join('').length <= SESSION_CAME_TO_CHARS_MAX, cameTo.at(-1), taint]).toEqual([true, 'It came to 494.', 'external_untrusted']);
  });

  it('says nothing of earlier exchanges where there are none', verifies('KEL-COMPACT-15'), () => {
    expect(conversation(inputs.slice(0, SESSION_EXCHANGES_MAX)).earlier).toBeUndefined();
  });

  it('lets go of the oldest rule only when nothing but rules is left', verifies('KEL-COMPACT-15'), () => {
    const long = (name: string): string => `Never ${name} ${'x'.repeat(SESSION_SAID_CHARS_MAX / 4)}`;
    const rules = ['a', 'b', 'c', 'd'].map(long);
    const earlier = rules.reduce<SessionEarlier | undefined>((before, input) => withOlder(before, { input, summary: 'Fine.' }), undefined);
    expect([earlier?.said, earlier?.unsaid, earlier?.taint_class]).toEqual([rules.slice(1), 1, 'unclassified']);
  });
});
