export * from './dream.ts';
export * from './graph.ts';
export * from './graph-events.ts';
export * from './megram.ts';
export * from './memory-documents.ts';
export * from './memory-events.ts';
export * from './memory-section.ts';
export * from './preferences.ts';
