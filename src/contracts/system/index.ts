export * from './doctor.ts';
export * from './operations.ts';
export * from './requirements.ts';
export * from './text-check.ts';
