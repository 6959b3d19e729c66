export * from './exit-codes.ts';
export * from './run-cli.ts';
export * from './surface.ts';
export * from './memory-terminal.ts';
