export * from './code-table.ts';
export * from './codes.ts';
