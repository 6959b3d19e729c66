import { z } from 'zod';
import { Name } from '../core/index.ts';

/** Any registered role. The set is open: a new role is a new contract, not a new release. */
export const RoleId = Name;
export type RoleId = z.infer<typeof RoleId>;

/** The roles that run the loops. */
export const ControlRole = z.enum([
  'mother',
  'perceiver',
  'planner',
  'executor',
  'agent_validator',
  'meta_validator',
  'memory',
  'auditor',
  'solver',
]);
export type ControlRole = z.infer<typeof ControlRole>;

/** What an executor is dressed as for a subtask. */
export const WorkerRole = z.enum([
  'librarian',
  'research',
  'coder',
  'critic',
  'analyst',
  'vision',
  'update',
  'toolsmith',
]);
export type WorkerRole = z.infer<typeof WorkerRole>;
