import type { LedgerEndUnproven } from '../contracts/index.ts';
import type { LogFaultCode } from '../ledger/index.ts';
import type { UnprovenEnd } from './ledger-admin.ts';

export interface FaultText {
  readonly means: string;
  readonly whatToDo: string;
}

const RESTORE = 'Keep the file as it is for study and restore the last sound backup with `keelson ledger restore FILE`.';
const REFOLD = 'Unless other faults are named, the log itself is whole: fold its documents anew from it with `keelson ledger rebuild`, and please report it, since documents are written together with their events.';

/** What each fault means to a person, and what they can do about it. */
export const LEDGER_FAULT_TEXTS: Readonly<Record<LogFaultCode, FaultText>> = {
  'ledger.entry_unreadable': { means: 'The storage no longer holds this entry as it was written.', whatToDo: RESTORE },
  'ledger.position_missing': { means: 'One or more entries are gone from the middle of the log.', whatToDo: RESTORE },
  'ledger.chain_broken': { means: 'This entry, or one before it, was changed after it was written.', whatToDo: RESTORE },
  'ledger.head_differs': { means: 'The end of the log is not what was last recorded as its end.', whatToDo: RESTORE },
  'ledger.stream_broken': { means: 'Events of this stream are missing, doubled or out of order.', whatToDo: RESTORE },
  'ledger.payload_changed': { means: 'The content of this event is not what was recorded.', whatToDo: RESTORE },
  'ledger.payload_missing': { means: 'The content of this event was lost; nobody asked for it to be erased.', whatToDo: RESTORE },
  'ledger.event_unreadable': {
    means: 'This version of Keelson cannot read the event.',
    whatToDo: 'If a newer Keelson wrote it, use that one. Otherwise restore the last sound backup with `keelson ledger restore FILE`.',
  },
  'ledger.record_unreadable': { means: 'Current state beside the log is damaged, so it could not be compared.', whatToDo: RESTORE },
  'ledger.document_differs': { means: 'This document does not say what the events say.', whatToDo: REFOLD },
  'ledger.document_missing': { means: 'The events give a document that is not there.', whatToDo: REFOLD },
  'ledger.document_unexplained': { means: 'A document stands there that no event gives.', whatToDo: REFOLD },
  'blob.missing': { means: 'An event refers to content that is not there.', whatToDo: RESTORE },
  'blob.corrupt': { means: 'Content that an event refers to was changed.', whatToDo: RESTORE },
};

/** For codes of a driver's own. */
const STORAGE_TEXT: FaultText = { means: 'The storage below the log is damaged.', whatToDo: RESTORE };

export function faultText(code: string): FaultText {
  return Object.hasOwn(LEDGER_FAULT_TEXTS, code) ? LEDGER_FAULT_TEXTS[code as LogFaultCode] : STORAGE_TEXT;
}

/** What a missing head means, and what can be done about it. */
export function unprovenEndText({ code, noticedAt, position, record }: UnprovenEnd): LedgerEndUnproven {
  const isMissing = code === 'ledger.head_missing';
  const means = isMissing
    ? `The file that says how far the log had come (its head) is missing beside it. The log ends at entry ${position}; whether it had gone further cannot be told.`
    : `The file that says how far the log had come (its head) was missing and was made anew. The log ended at entry ${position} then; whether it had gone further before cannot be told. What was recorded since is watched over.`;
  const compare = `Compare it with your last backup: \`keelson ledger verify --file FILE\` says how far that one goes. If it goes further than entry ${position}, restore it.`;
  const settled = record === null ? '' : ` When you are satisfied, remove ${record}, and this is no longer said.`;
  return { code, noticed_at: noticedAt, position, record, means, what_to_do: `${compare}${settled}` };
}

/** A backup is not mended: another one is used. */
export function backupFaultText(code: string): FaultText {
  return { means: faultText(code).means, whatToDo: 'Do not rely on this backup; use another one, or write a new one with `keelson ledger backup`.' };
}
