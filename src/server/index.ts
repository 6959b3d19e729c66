export * from './handler.ts';
export * from './servers.ts';
