export * from './compaction.ts';
export * from './packet.ts';
