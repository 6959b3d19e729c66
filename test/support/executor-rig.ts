import { RoleAci, Subtask, type AssistantPart, type CorrectionSignal, type JsonObject, type ModelMessage, type OfferedTool, type PolicyVerdict, type StopReason, type ToolCallEvidence, type ToolCallOutcome, type WorkReport } from '../../src/contracts/index.ts';
import { canonicalJson } from '../../src/kernel/index.ts';
import type { Execution, ExecutorPorts, ToExecute, TurnRequest } from '../../src/loops/index.ts';
import { executeSubtask } from '../../src/loops/index.ts';
import { askUntilReadable } from '../../src/models/decode/correct-answer.ts';
import type { ToolCallResult } from '../../src/tools/index.ts';
import { callPart, modelRequest, modelResponse, readTool } from './model-samples.ts';
import { sample } from './sample-values.ts';

export const WORKER = RoleAci.parse({
  role_id: 'coder',
  role_name: 'Coder',
  version: 'aci:v1',
  purpose: 'Changes code and shows that it works.',
  primary_phases: ['execute'],
  allowed_actions: [],
  required_artifacts: [
    { artifact_type: 'CodePatch', required_in_phases: ['execute'], schema_ref: '#/schemas/CodePatch', min_requirements: [] },
    { artifact_type: 'ImplementationNotes', required_in_phases: ['execute'], schema_ref: '#/schemas/ImplementationNotes', min_requirements: ['says what is left open'] },
  ],
  phase_exit_criteria: [],
  approval_triggers: [],
  replay_capture: { capture_prompts: true, capture_tool_calls: true, capture_retrieval: true, capture_artifacts: true, redaction_ruleset: 'default' },
  capability_needs: { strict_json: false, tool_calling: 'high', vision: false, long_context: false, code_quality: 'medium' },
});

export const SUBTASK = Subtask.parse({
  subtask_id: sample.subtaskId,
  parent_task_id: sample.taskId,
  sequence: 1,
  role_id: 'coder',
  intent: 'Say what a.txt holds.',
  context: 'It is in the workspace.',
  success_criteria: [
    { criterion: 'The content is told word for word', mode: 'verifiable' },
    { criterion: 'It is short', mode: 'plausible' },
  ],
});

export const PACKET = '## task_definition\nTell me about a.txt.\n\n## current_phase\nexecute\n';
export const writeTool: OfferedTool = { name: 'write_file', description: 'Writes a file.', parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } }, required: ['path', 'content'], additionalProperties: false } };
export const FINE: PolicyVerdict = { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' };

export const REPORT: WorkReport = { status: 'completed', output: 'It holds hello.', confidence: { score: 0.9, rationale: 'I read it' }, risk: { level: 'low', rationale: 'nothing was changed' }, artifacts: [], next_actions: [] };

export const finish = (changes: Readonly<Record<string, unknown>> = {}, callId = 'f'): AssistantPart => callPart(callId, 'finish', JSON.stringify({ ...REPORT, ...changes }));
export const read = (path = 'a.txt', callId = `r-${path}`): AssistantPart => callPart(callId, 'read_file', JSON.stringify({ path }));
export const write = (path: string, content: string): AssistantPart => callPart(`w-${path}`, 'write_file', JSON.stringify({ path, content }));

/** What a call gave back, as the runner tells it. Calls of `write_file` have changed their file. */
export function resultOf(call: { readonly name: string; readonly arguments: JsonObject }, ref: string, changes: Partial<ToolCallOutcome> = {}): ToolCallResult {
  const path = String(call.arguments['path']);
  const changed: ToolCallOutcome['changes'] = call.name === 'write_file' ? [{ path, kind: 'created', before: null, before_mode: null, after_sha256: sample.sha256 }] : [];
  const outcome: ToolCallOutcome = { status: 'completed', output: {}, shown: { text: `content of ${path}`, total_chars: 0, whole: null }, changes: changed, is_undoable: true, taint_class: 'user_trusted_bounded', sandbox: null, attempts: 1, duration_ms: 0, error: null, ...changes };
  return {
    decision: { tool_id: call.name, role_id: 'coder', arguments: call.arguments, workspace: '/w', definition_hash: sample.sha256, action_hash: sample.sha256, intentions: [{ kind: 'path', subject: path, verdict: FINE }], approval_id: null },
    outcome,
    evidence: { tool_id: call.name, input: canonicalJson(call.arguments), output_excerpt: outcome.shown.text, outcome: outcome.status, journal_ref: { kind: 'event', key: ref } },
  };
}

/** One answer of the model: its parts, and how it came to its end when that was not its own. */
export type ScriptedAnswer = readonly AssistantPart[] | { readonly parts: readonly AssistantPart[]; readonly stopReason: StopReason };

export interface Played {
  readonly execution: Execution;
  /** What was asked in each turn, as it was when it was asked. */
  readonly asked: readonly TurnRequest[];
  readonly called: readonly [turn: number, nth: number, name: string, given: JsonObject][];
}

export interface Script {
  /** In order, the last one again and again. Answers that cannot be read are corrected as the desk does it. */
  readonly answers: readonly ScriptedAnswer[];
  readonly input?: Partial<ToExecute>;
  readonly ports?: Partial<ExecutorPorts>;
}

export async function play({ answers, input, ports }: Script): Promise<Played> {
  const asked: TurnRequest[] = [];
  const called: [number, number, string, JsonObject][] = [];
  let answered = 0;
  const execution = await executeSubtask(
    { key: 'execute/1', signal: new AbortController().signal, runId: sample.runId, subtask: SUBTASK, role: WORKER, attempt: 1, packet: PACKET, tools: [readTool, writeTool], blockedTargets: [], ...input },
    {
      workspace: '/w',
      contextTokens: 100_000,
      async askTurn(_turn, request) {
        asked.push({ ...request, messages: [...request.messages] });
        return askUntilReadable(modelRequest({ messages: [...request.messages], tools: [...request.tools] }), async () => {
          const answer = answers[Math.min(answered, answers.length - 1)] ?? [];
          answered += 1;
          return 'parts' in answer ? modelResponse([...answer.parts], { stop_reason: answer.stopReason }) : modelResponse([...answer]);
        });
      },
      async callTool(turn, nth, call) {
        called.push([turn, nth, call.name, call.arguments]);
        return resultOf(call, `${turn}/${nth}`);
      },
      takeSteering: async () => [],
      judgeAnswer: async () => FINE,
      isReadOnly: (name) => name === 'read_file',
      isStopping: () => false,
      tokensLeft: async () => 1_000_000,
      ...ports,
    },
  );
  return { execution, asked, called };
}

/** The last thing that was said before a turn, as plain text. */
export function lastSaid(request: TurnRequest | undefined): string[] {
  const last: ModelMessage | undefined = request?.messages.at(-1);
  if (last === undefined) return [];
  if (last.role === 'system') return [last.text];
  return last.content.flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'tool_result' ? part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])) : []));
}

export function correctionOf(tried: readonly ToolCallEvidence[], changes: Partial<CorrectionSignal> = {}): NonNullable<ToExecute['correction']> {
  return { signal: { subtask_id: sample.subtaskId, correction: 1, failure_class: 'logical', what_was_wrong: 'Nothing was read.', what_to_do: 'Read the file.', ...changes }, tried };
}
