import { z } from 'zod';
import type { ProgramRun } from '../runner/hands.ts';

/**
 * Whether a program is meant to change files of the workspace. Otherwise the sandbox shows it the workspace read-only, so that
 * scripts, caches and trials can only be written to the scratch folder of the conversation, which is its /tmp and its home.
 */
export function changesWorkspace(isUsual: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(isUsual).describe('Whether it is meant to change files of the workspace. When false, the workspace can only be read: everything that it writes must go to /tmp, which is kept for later calls of this conversation. Use false to try something out.');
}

export function accessOf(input: { readonly changes_workspace: boolean }): NonNullable<ProgramRun['workspaceAccess']> {
  return input.changes_workspace ? 'read_write' : 'read_only';
}
