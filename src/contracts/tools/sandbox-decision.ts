import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../core/index.ts';

/** What can hold a program in, from the one we would rather have. `none` holds nothing and is only ever chosen by a person. */
export const SandboxBackend = z.enum(['bubblewrap', 'unshare', 'container', 'seatbelt', 'microvm', 'none']);
export type SandboxBackend = z.infer<typeof SandboxBackend>;

/** What a backend really holds on this machine, found by trying. What is false is told to the person, never assumed. */
export const SandboxIsolation = z.strictObject({
  filesystem: z.boolean(),
  network: z.boolean(),
  processes: z.boolean(),
  system_calls: z.boolean(),
  memory_limit: z.boolean(),
  process_limit: z.boolean(),
  cpu_limit: z.boolean(),
});
export type SandboxIsolation = z.infer<typeof SandboxIsolation>;

/** The one choice of a sandbox, made when the program starts: what was looked at, what was taken and why. */
export const SandboxDecision = z.strictObject({
  chosen: SandboxBackend.nullable(),
  isolation: SandboxIsolation.nullable(),
  /** `configured` when a person named the backend; it is then never replaced by another. */
  chosen_by: z.enum(['probe', 'configured']),
  considered: z.array(z.strictObject({ backend: SandboxBackend, is_usable: z.boolean(), detail: NonEmptyText })).min(1),
});
export type SandboxDecision = z.infer<typeof SandboxDecision>;

/** What a program in the sandbox may use up. */
export const SandboxLimits = z.strictObject({
  memory_bytes: PositiveCount,
  processes: PositiveCount,
  cpu_seconds: PositiveCount,
  file_bytes: PositiveCount,
  open_files: PositiveCount,
});
export type SandboxLimits = z.infer<typeof SandboxLimits>;
