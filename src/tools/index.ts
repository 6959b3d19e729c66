export * from './sandbox/choose-sandbox.ts';
export * from './sandbox/default-limits.ts';
export * from './sandbox/environment.ts';
export * from './sandbox/mount-plan.ts';
export * from './sandbox/output-capture.ts';
export * from './sandbox/profile.ts';
export * from './sandbox/sandbox.ts';
