import { posix } from 'node:path';
import { detachedBackground } from '../../commands/prepare/background.ts';
import { withoutMaxdepth } from '../../commands/prepare/find.ts';
import { neverPromptingSudo } from '../../commands/prepare/sudo.ts';
import { parseShell } from '../../commands/syntax/parse.ts';
import { unparse } from '../../commands/syntax/unparse.ts';
import type { ProgramIntention, ToolAvailability, ToolIntention, ToolPlace } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';

/** A command as it is judged, and exactly the same as it runs. */
export function scriptProgram(place: ToolPlace, command: string, folder: string, environment: Readonly<Record<string, string>> = {}): ProgramIntention {
  return { argv: ['bash', '-c', preparedScript(command)], currentFolder: posix.resolve(place.workspace, folder), environment };
}

/** Both what was written and what is made of it are judged: the one is what was meant, the other is what runs. */
export function scriptIntentions(place: ToolPlace, command: string, folder: string, environment: Readonly<Record<string, string>> = {}): ToolIntention[] {
  const program = scriptProgram(place, command, folder, environment);
  return [...new Set([command, preparedScript(command)])].map((script) => ({ kind: 'script', script, ...program }));
}

/**
 * A command made ready to run where nobody types: `sudo` that never asks, background work that holds no pipe, `find`
 * without a depth. One that needs none of it stays as it is written, and so does one that cannot be read: the policy,
 * which judges what was written, has its say about that.
 */
function preparedScript(command: string): string {
  const parsed = parseShell(command);
  if (!parsed.ok) return command;
  const prepared = unparse(detachedBackground(neverPromptingSudo(withoutMaxdepth(parsed.script), { passwordOnInput: false })));
  return prepared === unparse(parsed.script) ? command : prepared;
}

export async function shellAvailability({ hasProgram }: Pick<ToolHands, 'hasProgram'>): Promise<ToolAvailability> {
  return (await hasProgram('bash')) ? { isAvailable: true } : { isAvailable: false, reason: 'bash is not installed.' };
}
