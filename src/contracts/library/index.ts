export * from './access-log.ts';
export * from './access-policy.ts';
export * from './citation.ts';
export * from './embedding.ts';
export * from './retrieval-gates.ts';
export * from './retrieval-report.ts';
export * from './sample-policies.ts';
