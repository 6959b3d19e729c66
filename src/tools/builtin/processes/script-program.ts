import { posix } from 'node:path';
import type { ProgramIntention, ToolAvailability, ToolIntention, ToolPlace } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';

/** A command as it is judged, and exactly the same as it runs. */
export function scriptProgram(place: ToolPlace, command: string, folder: string, environment: Readonly<Record<string, string>> = {}): ProgramIntention {
  return { argv: ['bash', '-c', preparedScript(command)], currentFolder: posix.resolve(place.workspace, folder), environment };
}

export function scriptIntention(place: ToolPlace, command: string, folder: string, environment: Readonly<Record<string, string>> = {}): ToolIntention {
  return { kind: 'script', script: command, ...scriptProgram(place, command, folder, environment) };
}

/** The one place where a command is made ready to run without a terminal: `sudo` that never asks, compounds that are detached. */
function preparedScript(command: string): string {
  return command;
}

export async function shellAvailability({ hasProgram }: Pick<ToolHands, 'hasProgram'>): Promise<ToolAvailability> {
  return (await hasProgram('bash')) ? { isAvailable: true } : { isAvailable: false, reason: 'bash is not installed.' };
}
