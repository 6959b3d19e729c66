export * from './replay-events.ts';
export * from './task-replay.ts';
