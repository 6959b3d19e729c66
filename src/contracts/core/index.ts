export * from './errors.ts';
export * from './governance.ts';
export * from './ids.ts';
export * from './primitives.ts';
export { isJson } from './quick-json.ts';
