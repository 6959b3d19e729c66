export * from './client.ts';
export * from './follow.ts';
export * from './follow-entries.ts';
export * from './send.ts';
export * from './server-events.ts';
