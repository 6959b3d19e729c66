import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { NonEmptyText, SessionId } from '../core/index.ts';
import { SessionState } from '../runs/index.ts';

export const SessionStartRequest = z.strictObject({});
export type SessionStartRequest = z.infer<typeof SessionStartRequest>;

export const SessionStartReport = z.strictObject({ session_id: SessionId });
export type SessionStartReport = z.infer<typeof SessionStartReport>;

/** Opens a conversation: runs that name it know what was said in it before. */
export const sessionStart = defineCommand({
  id: 'session.start',
  request: ['SessionStartRequest', SessionStartRequest],
  response: ['SessionStartReport', SessionStartReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'A new conversation has nothing in it.',
    blocked: 'Nothing blocks it.',
    degraded: 'The same key gives the same conversation again.',
    error: 'Shows the error with its code and what to do next; no conversation was opened.',
  },
});

/** By its id, by as much of its end as no other has, or `last`. */
export const SessionShowRequest = z.strictObject({ session: NonEmptyText });
export type SessionShowRequest = z.infer<typeof SessionShowRequest>;

export const sessionShow = defineQuery({
  id: 'session.show',
  request: ['SessionShowRequest', SessionShowRequest],
  response: ['SessionState', SessionState],
  failureCodes: ['input.invalid', 'session.unknown'],
  behaviours: {
    empty: 'There are no conversations yet: it says so and how to start one.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'What was erased is left out.',
    error: 'Shows the error with its code and what to do next.',
  },
});
