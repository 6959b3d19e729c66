export { createAuditor, type Auditor } from './auditor.ts';
export { followLog, type Follower } from './follow.ts';
export { ASKED_CATCH_UP_MS, LAST_CATCH_UP_MS, TROUBLES_CATCH_UP_MS } from './limits.ts';
export type { AuditedLog, AuditFolder, AuditorPorts, CaughtUp } from './ports.ts';
export type { Verification } from './verify.ts';
