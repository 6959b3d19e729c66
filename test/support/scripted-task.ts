import type { z } from 'zod';
import { startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';
import { ScriptedRoleTurn } from '../scenarios/run/scenario-file.ts';
import { playedBy } from '../scenarios/run/scripted-roles.ts';
import { UNCONFINED, type ToolsCommandLine } from './tools-command-line.ts';

export type RoleTurn = z.input<typeof ScriptedRoleTurn>;

const SURE = { confidence: { score: 0.9, rationale: 'Seen.' }, risk: { level: 'low', rationale: 'It stays here.' } };
export const REPORTED = [
  { type: 'AnalysisReport', content: { question: 'What was asked.', findings: 'Seen.', method: 'With tools.', key_numbers: [], limitations: [] } },
  { type: 'Code', content: { language: 'tool calls', source: 'The calls.', parameters: {}, seed: null } },
];
const CRITERION = { criterion: 'The note is written.', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'a.txt' } };

export const calls = (name: string, given: object): RoleTurn => ({ as: 'executor', calls: [{ name, arguments: given as Record<string, never> }] });
export const finishes = (output: string, more: object = {}): RoleTurn => ({ as: 'executor', finish: { status: 'completed', output, ...SURE, artifacts: REPORTED, next_actions: [], ...more } as never });
/** What the plan is about; whoever does not write it fails. */
export const WRITES_NOTE = calls('write_file', { path: 'a.txt', content: 'one' });
/** A file that holds secrets, so that a person is asked each time. */
export const WRITES_SECRET = calls('write_file', { path: '.env', content: 'A=b' });

const ROLES: readonly RoleTurn[] = [
  { as: 'perceiver', times: 'any', says: { intent: 'Set the project up', scope: null, deadline: null } },
  { as: 'planner', times: 'any', says: { decision: 'plan', questions: [], reason: 'One step.', task_criteria: [CRITERION], subtasks: [{ sequence: 1, role: 'analyst', intent: 'Set it up', context: '', tools: ['write_file'], success_criteria: [CRITERION] }] } as never },
  { as: 'critic', times: 'any', says: { verdict: 'pass', reasons: ['It does what was asked.'], required_fixes: [], ...SURE } as never },
  { as: 'partial_result', times: 'any', says: { summary: 'Not done.', next_moves: ['Try another way.'] } },
];

/** A model over HTTP that plans one step and plays these turns at it, in the settings of the folder. */
export async function scriptedTask(place: ToolsCommandLine, ...turns: readonly RoleTurn[]): Promise<ScriptedServer> {
  const server = await startScriptedServer({ scenario: playedBy([...ROLES, ...turns].map((turn) => ScriptedRoleTurn.parse(turn))) });
  const models = {
    default_model: 'house/mock-model',
    providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } },
    models: [{ model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], context_tokens: 65_536, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'] }],
  };
  place.write('keelson.config.json', JSON.stringify({ models, tools: UNCONFINED }));
  return server;
}
