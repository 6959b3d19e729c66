export * from './react-loop.ts';
export { REACT_PROMPT } from './react-prompt.ts';
export type { AskedCall } from './tool-observation.ts';
export type * from './engine.ts';
