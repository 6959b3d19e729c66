/** What can be wrong with a log. Stable: people script against these. */
export const LOG_FAULT_CODES = [
  'ledger.entry_unreadable',
  'ledger.position_missing',
  'ledger.chain_broken',
  'ledger.head_differs',
  'ledger.stream_broken',
  'ledger.payload_changed',
  'ledger.payload_missing',
  'ledger.event_unreadable',
  'ledger.record_unreadable',
  'ledger.document_differs',
  'ledger.document_missing',
  'ledger.document_unexplained',
  'blob.missing',
  'blob.corrupt',
] as const;

export type LogFaultCode = (typeof LOG_FAULT_CODES)[number];

export interface LogFault {
  /** One of `LOG_FAULT_CODES`, or a code of the driver's own. */
  readonly code: string;
  /** The entry it was seen at; null when it concerns no single one. */
  readonly position: number | null;
  /** What is affected: a stream, a document, a blob, the storage. */
  readonly subject: string;
  /** What was seen, as a fact. */
  readonly detail: string;
}

/** A log with more faults than this is not read on: it is restored, not mended entry by entry. */
export const LOG_FAULTS_MAX = 1_000;

/** Where checks report to. */
export interface FaultSink {
  report(code: LogFaultCode, position: number | null, subject: string, detail: string): void;
}

export interface FaultList extends FaultSink {
  readonly faults: readonly LogFault[];
  add(fault: LogFault): void;
  isFull(): boolean;
}

export function createFaultList(): FaultList {
  const faults: LogFault[] = [];
  const isFull = (): boolean => faults.length >= LOG_FAULTS_MAX;
  const add = (fault: LogFault): void => {
    if (!isFull()) faults.push(fault);
  };
  return { faults, add, isFull, report: (code, position, subject, detail) => add({ code, position, subject, detail }) };
}
