export * from './probes/chromium.ts';
export * from './probes/models.ts';
export * from './probes/node.ts';
export * from './probes/sandbox.ts';
export * from './probes/service.ts';
export * from './probes/sqlite.ts';
export * from './requirement-files.ts';
export * from './sqlite/lazy.ts';
