export * from './default-patterns.ts';
export * from './redaction-rules.ts';
export * from './sensitive-span.ts';
export * from './sensitive-type.ts';
