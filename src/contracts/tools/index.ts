export * from './rate-limit.ts';
export * from './tool-definition.ts';
export * from './tool-id.ts';
export * from './tool-registry.ts';
export * from './tool-stats.ts';
