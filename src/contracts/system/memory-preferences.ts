import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { NonEmptyText, PreferenceId, Sha256 } from '../core/index.ts';
import { PreferenceProposal } from '../memory/index.ts';

/** Every run in the folder is told the file; what is longer belongs into a document. */
export const PREFERENCES_CHARS_MAX = 32_000;

const places = ['path.missing', 'path.wrong_kind', 'path.denied', 'path.gated', 'path.too_large', 'path.failed'];

export const MemoryPreferencesRequest = z.strictObject({ workspace: NonEmptyText.optional() });
export type MemoryPreferencesRequest = z.infer<typeof MemoryPreferencesRequest>;

/** The file of preferences of a folder as it is now, and what a person may want added to it. */
export const MemoryPreferencesReport = z.strictObject({
  path: NonEmptyText,
  /** Null while there is no file. */
  content: z.string().nullable(),
  sha256: Sha256.nullable(),
  proposals: z.array(PreferenceProposal),
  /** The content with the proposals behind it, to be edited: a proposal that is kept is accepted. */
  draft: z.string(),
});
export type MemoryPreferencesReport = z.infer<typeof MemoryPreferencesReport>;

export const memoryPreferences = defineQuery({
  id: 'memory.preferences',
  request: ['MemoryPreferencesRequest', MemoryPreferencesRequest],
  response: ['MemoryPreferencesReport', MemoryPreferencesReport],
  failureCodes: ['input.invalid', ...places],
  behaviours: { empty: 'There is no file yet: the draft is its beginning.', blocked: 'Nothing blocks it: it only reads.', degraded: 'Proposals that were decided on are left out.', error: 'Shows the error with its code and what to do next.' },
});

export const MemoryPreferencesSaveRequest = z.strictObject({
  workspace: NonEmptyText.optional(),
  text: z.string(),
  /** What the file was when the text was made from it; null when there was none. */
  based_on: Sha256.nullable(),
  /** Proposals that stood in the draft: what is no longer in the text was declined. Of others nothing is concluded. */
  shown: z.array(PreferenceId).default([]),
});
export type MemoryPreferencesSaveRequest = z.infer<typeof MemoryPreferencesSaveRequest>;

export const MemoryPreferencesSaveReport = z.strictObject({ path: NonEmptyText, is_changed: z.boolean(), added: z.array(NonEmptyText), removed: z.array(NonEmptyText), accepted: z.array(NonEmptyText), declined: z.array(NonEmptyText) });
export type MemoryPreferencesSaveReport = z.infer<typeof MemoryPreferencesSaveReport>;

export const memoryPreferencesSave = defineCommand({
  id: 'memory.preferences_save',
  request: ['MemoryPreferencesSaveRequest', MemoryPreferencesSaveRequest],
  response: ['MemoryPreferencesSaveReport', MemoryPreferencesSaveReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'memory.preferences_invalid', 'memory.preferences_changed', ...places, 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: { empty: 'A text that changes nothing leaves the file as it is.', blocked: 'A file that somebody else changed meanwhile is left as it is.', degraded: 'What was decided on before is not decided twice.', error: 'Says what is wrong with the text, line by line; the file stays as it was.' },
});
