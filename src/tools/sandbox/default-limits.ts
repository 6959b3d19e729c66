import type { SandboxLimits } from '../../contracts/index.ts';

/** Bounds of the sandbox, in one place. */

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/**
 * What builds, test runners and type checkers need: `tsc` on a middling project takes 1 GiB, Node starts eleven threads
 * for each process, and threads count as processes.
 */
export const DEVELOPER_LIMITS: SandboxLimits = {
  memory_bytes: 2 * GIBIBYTE,
  processes: 512,
  cpu_seconds: 600,
  file_bytes: GIBIBYTE,
  open_files: 4_096,
};

/** For scripts that only calculate: 256 MiB, and too few processes for a fork bomb to be felt. */
export const STRICT_LIMITS: SandboxLimits = {
  memory_bytes: 256 * MEBIBYTE,
  processes: 64,
  cpu_seconds: 60,
  file_bytes: 64 * MEBIBYTE,
  open_files: 256,
};

/** Memory that looks like files (/dev/shm) is not a process's own, so it has a bound of its own. */
export const SHARED_MEMORY_BYTES_MAX = 64 * MEBIBYTE;

/** Names looked at for key files in a workspace: enough for the top of any project, bounded for one that is a whole disk. */
export const WALKED_NAMES_MAX = 20_000;

/** Key files lie at the top of a project or of its packages, not deeper. */
export const WALKED_DEPTH_MAX = 4;

/** Each hidden place is a mount, and each mount makes every start slower; a workspace with more is told so. */
export const HIDDEN_IN_WORKSPACE_MAX = 200;
