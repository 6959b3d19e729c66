export * from './operation-faults.ts';
export * from './operation.ts';
