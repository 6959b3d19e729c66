export * from './dispatcher.ts';
export * from './doctor-texts.ts';
export * from './doctor.ts';
export type * from './ledger-admin.ts';
export { ledgerBindings, type LedgerPorts } from './ledger.ts';
export * from './requirements.ts';
export * from './text-check.ts';
