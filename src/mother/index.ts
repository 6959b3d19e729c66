export * from './model-run.ts';
export { holdRun, type RunPorts } from './run-life.ts';
export * from './tool-only-run.ts';
