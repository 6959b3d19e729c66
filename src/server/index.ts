export * from './handler.ts';
