export * from './client.ts';
export * from './follow.ts';
export * from './server-events.ts';
