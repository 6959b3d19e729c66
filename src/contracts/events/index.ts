export * from './catalogue.ts';
export * from './define-event.ts';
export * from './envelope.ts';
export * from './model-events.ts';
export * from './oversight-events.ts';
export * from './run-events.ts';
export * from './tool-events.ts';
export * from './read-event.ts';
