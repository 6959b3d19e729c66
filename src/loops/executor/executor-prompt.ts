import { ARTIFACT_TYPES, jsonSchemaOf, SUBTASK_CORRECTIONS_MAX, type RequiredArtifact, type RoleAci } from '../../contracts/index.ts';
import type { ToExecute } from '../engine.ts';
import { executorHead } from '../prompts/executor-head.ts';
import { material } from '../prompts/material.ts';
import { bullets, paragraphs } from '../prompts/role-prompt.ts';
import { criterionLines, toolCallLines } from '../prompts/told.ts';
import { FINISH } from './finish-tool.ts';

/** What stands before everything else. It changes neither from turn to turn nor from attempt to attempt. */
export function headOf(role: RoleAci, workspace: string, toolNames: readonly string[]): string {
  return paragraphs(executorHead(role), placeOf(workspace), toolOrder(toolNames));
}

function placeOf(workspace: string): string {
  return `You work in the folder ${JSON.stringify(workspace)}. Paths are relative to it, and every file that you make goes there unless the subtask names another place.`;
}

/** The tools are offered in the order of their names, so their rank is said. */
function toolOrder(names: readonly string[]): string {
  return names.length === 0 ? `You have no tool but ${FINISH}.` : `Your tools, the one to try first before any later one: ${names.join(', ')}.`;
}

/** What is to be done, said once at the beginning of an attempt. */
export function subtaskBody({ packet, subtask, role, blockedTargets, correction }: ToExecute): string {
  return paragraphs(
    packet.trimEnd(),
    `Do the subtask that stands in this frame, and nothing beyond it:\n${material('subtask', paragraphs(subtask.intent, subtask.context))}`,
    `By these criteria others will judge what your calls show:\n${material('criteria', criterionLines(subtask.success_criteria))}`,
    artifactShapes(role.required_artifacts),
    blockedTargets.length === 0 ? '' : `What stands here has led nowhere before. Do not use or touch any of it:\n${material('reason', bullets(blockedTargets.map(({ target, why }) => (why === undefined ? target : `${target}: ${why}`))))}`,
    correction === undefined ? '' : correctionBody(correction),
  );
}

/** Only those that the role writes in its own words; the others are made from its calls. */
function artifactShapes(required: readonly RequiredArtifact[]): string {
  const own = required.filter(({ artifact_type: type }) => new Map<string, string>(Object.entries(ARTIFACT_TYPES)).get(type) === 'role');
  if (own.length === 0) return '';
  const shapes = own.map(({ artifact_type, schema_ref, min_requirements }) => [`- ${[artifact_type, ...min_requirements].join('; ')}`, `  ${JSON.stringify(jsonSchemaOf(schema_ref) ?? {})}`].join('\n'));
  return `In \`artifacts\` bring each of these once, with its content in this shape:\n${shapes.join('\n')}`;
}

/** How the work is handed back, for a model that has been told already and did otherwise. */
const REPORT_FORMAT = `Keep to the form: call ${FINISH} alone, with status, output, confidence, risk, artifacts and next_actions. The output is the result itself, in the form that the subtask asks for.`;

function correctionBody({ signal, tried }: NonNullable<ToExecute['correction']>): string {
  return paragraphs(
    `This is correction ${signal.correction} of ${SUBTASK_CORRECTIONS_MAX}. What was wrong before:\n${material('reason', signal.what_was_wrong)}`,
    `What to do now:\n${material('reason', signal.what_to_do)}`,
    REPORT_FORMAT,
    `Take a different approach: do not make these calls again.\n${material('tool_calls', toolCallLines(tried))}`,
  );
}
