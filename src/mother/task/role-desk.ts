import { z } from 'zod';
import { PARSE_CORRECTIONS_MAX, type Capability, type JsonObject, type ModelId, type ModelMessage, type ModelRequest, type RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { RoleDesk, RoleQuestion } from '../../loops/index.ts';
import type { ModelDesk, Question } from '../../models/index.ts';

export interface RoleDeskPorts {
  readonly desk: ModelDesk;
  readonly common: Pick<Question, 'runId' | 'sensitivity' | 'policy' | 'targetLatencyMs'>;
  readonly budgets: Question['budgets'];
  readonly outputTokensMax: number;
  /** What a model must be good at for a role, as its contract says. */
  needsOf(roleId: RoleId): readonly Capability[];
  /** True in a run that begins on a larger model than usual. */
  readonly startsLarger: boolean;
}

/** Roles ask here. What fits the JSON Schema and still breaks a rule of the contract goes back to the model, a bounded number of times. */
export function createRoleDesk({ desk, common, budgets, outputTokensMax, needsOf, startsLarger }: RoleDeskPorts): RoleDesk {
  /** Who answered for a role last. A run that is gone on with meets the same answers in the same order, so it comes to the same. */
  const answeredBy = new Map<RoleId, ModelId>();
  return {
    async ask<Answer>({ key, signal, roleId, head, body, answer, work, noWeakerThan, escalate = startsLarger && work === 'main' }: RoleQuestion<Answer>) {
      const bar = noWeakerThan === undefined ? undefined : answeredBy.get(noWeakerThan);
      const output = { name: answer.name, schema: z.toJSONSchema(answer.schema, { io: 'input' }) as JsonObject };
      let messages: ModelMessage[] = [{ role: 'system', text: head }, said(body)];
      let problems: string[] = [];
      for (let attempt = 0; attempt <= PARSE_CORRECTIONS_MAX; attempt += 1) {
        const request: ModelRequest = { messages, tools: [], tool_choice: 'none', output, max_output_tokens: outputTokensMax, temperature: null, top_p: null, stop: [], seed: null, reasoning_effort: null };
        const at = attempt === 0 ? key : `${key}/again-${attempt}`;
        const answered = await desk.ask({ ...common, key: at, roleId, work, request, requiredCapabilities: [], wantedCapabilities: needsOf(roleId), noWeakerThan: bar, escalate, conversation: `${common.runId}:${roleId}`, stable: 1, budgets, signal });
        const read = answer.schema.safeParse(answered.output);
        if (read.success) {
          answeredBy.set(roleId, answered.response.model_id);
          return { answer: read.data, modelId: answered.response.model_id };
        }
        problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
        messages = [...messages, answered.response.message, said(`That answer cannot be used: ${problems.join('; ')}. Give the whole answer again, corrected.`)];
      }
      throw undecodable(roleId, problems);
    },
  };
}

function said(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function undecodable(roleId: string, problems: readonly string[]): KeelsonError<'model.output_undecodable'> {
  return new KeelsonError('model.output_undecodable', {
    message: `The model gave no answer that the role ${roleId} can use: ${problems.join('; ')}.`,
    nextStep: 'Ask again, or use a model that keeps to a schema.',
    data: { corrections: PARSE_CORRECTIONS_MAX, problems: [...problems] },
  });
}

