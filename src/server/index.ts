export * from './handler.ts';
export * from './servers.ts';
export { sealKey } from './keys/seal.ts';
export type { StdioStreams } from './conversation.ts';
export type { LedgerOfTenant } from './model-api/access.ts';
export { createDrafts, type Drafts } from './events/drafts.ts';
