export * from './replay-bundle.ts';
export * from './replay-events.ts';
export * from './replay-operations.ts';
export * from './task-replay.ts';
