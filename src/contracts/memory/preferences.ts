import { z } from 'zod';
import { Name, NonEmptyText, PreferenceId, RunId, Timestamp } from '../core/index.ts';
import { defineEvent } from '../events/define-event.ts';

/** The stream of the preferences of one folder: its tenant, its matter and a digest of its path. */
export const PreferencesStreamId = z.string().regex(/^preferences:[a-z0-9][a-z0-9._-]{0,35}:(?:none|in\.[a-z0-9._-]{1,36}):[0-9a-f]{32}$/, 'expected the stream of the preferences of a folder');
export type PreferencesStreamId = z.infer<typeof PreferencesStreamId>;

/** One line of the file of preferences. */
export const PREFERENCE_CHARS_MAX = 300;

/** What a person seems to want kept to, in a sentence, with the words of theirs that it was taken from. They decide. */
export const PreferenceProposal = z.strictObject({
  preference_id: PreferenceId,
  text: NonEmptyText.max(PREFERENCE_CHARS_MAX),
  /** Their own words, exactly; nothing else is ever a source. */
  said: NonEmptyText.max(1_000),
  said_in: RunId,
  by: z.enum(['rule', 'model']),
  workspace: NonEmptyText,
  proposed_at: Timestamp,
});
export type PreferenceProposal = z.infer<typeof PreferenceProposal>;

export const PreferenceDecision = z.enum(['accepted', 'declined']);
export type PreferenceDecision = z.infer<typeof PreferenceDecision>;

export const memoryPreferenceProposed = defineEvent({ type: 'memory.preference_proposed', version: 1, payload: z.strictObject({ matter: Name.nullable(), proposal: PreferenceProposal }) });

export const memoryPreferenceSettled = defineEvent({
  type: 'memory.preference_settled',
  version: 1,
  payload: z.strictObject({ preference_id: PreferenceId, decision: PreferenceDecision, by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

/** What waits for the person, and what they said to earlier proposals, so that none comes twice. */
export const PreferencesState = z.strictObject({ workspace: NonEmptyText, waiting: z.array(PreferenceProposal), settled: z.array(z.strictObject({ text: NonEmptyText, decision: PreferenceDecision })) });
export type PreferencesState = z.infer<typeof PreferencesState>;

export const PREFERENCE_EVENTS = [memoryPreferenceProposed, memoryPreferenceSettled];
