export * from './audit-line.ts';
export * from './audit-operations.ts';
export * from './audit-report.ts';
export * from './audit-stats.ts';
export * from './audit-trouble.ts';
export * from './audit-verdict.ts';
