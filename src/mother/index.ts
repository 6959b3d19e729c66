export * from './tool-only-run.ts';
