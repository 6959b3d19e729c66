export * from './fork-events.ts';
export * from './fork-operations.ts';
export * from './known-good-checkpoint.ts';
export * from './run-workspace-snapshot.ts';
export * from './task-run-fork.ts';
