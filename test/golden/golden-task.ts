import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { RoleId } from '../../src/contracts/index.ts';
import { RunScenario } from '../scenarios/run/scenario-file.ts';

/**
 * A small task that only this role's contract makes hard: what it must deliver is what the scenario expects. It is played
 * like any other scenario of a run, so that a change of the contract or of the loops shows at once.
 */
export const GoldenTask = z.strictObject({ role_id: RoleId, scenario: RunScenario });
export type GoldenTask = z.infer<typeof GoldenTask>;

/** Every golden task, in the order of their roles; each lies in the file of its role. */
export function readGoldenTasks(): GoldenTask[] {
  const folder = new URL('./', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const task = GoldenTask.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
      if (`${task.role_id}.json` !== file) throw new Error(`${file} is about ${task.role_id}`);
      return task;
    });
}

/** Roles whose golden task the product cannot do yet, and what it waits for. One that passes must leave this list. */
export const AWAITED_GOLDEN: Readonly<Record<string, string>> = {};
