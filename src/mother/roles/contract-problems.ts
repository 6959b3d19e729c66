import { MCP_TOOLS_ACTION, RESERVED_ACTIONS, schemaByRef, schemaRef, type RoleAci, type ToolDefinition } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { parsePolicyExpression } from '../../oversight/index.ts';
import { isMinRequirement } from '../artifacts/min-requirements.ts';
import { parseGateExpression } from './gate-expression.ts';

/** What a contract may speak about beside what the product itself names. */
export interface KnownActions {
  readonly tools: readonly Pick<ToolDefinition, 'tool_id' | 'allowed_roles'>[];
}

/** Everything that makes a contract impossible to keep, so that it is found before anybody is held to it. */
export function contractProblems(contract: RoleAci, known: KnownActions): string[] {
  return [...actionProblems(contract, known), ...artifactProblems(contract), ...phaseProblems(contract), ...triggerProblems(contract)];
}

function actionProblems({ role_id: roleId, allowed_actions: actions }: RoleAci, { tools }: KnownActions): string[] {
  const twice = doubles(actions.map(({ action_id: actionId }) => actionId)).map((actionId) => `the action ${actionId} is listed twice`);
  const strange = actions.flatMap(({ action_id: actionId }) => {
    if (Object.hasOwn(RESERVED_ACTIONS, actionId)) return [];
    const tool = tools.find(({ tool_id: toolId }) => toolId === actionId);
    if (tool === undefined) return [`the action ${actionId} is neither a tool nor one of ${Object.keys(RESERVED_ACTIONS).join(', ')}; tools of servers are all meant by ${MCP_TOOLS_ACTION}`];
    return tool.allowed_roles.includes(roleId) ? [] : [`the tool ${actionId} is open to ${tool.allowed_roles.join(', ')}, and not to ${roleId}`];
  });
  return [...twice, ...strange];
}

function artifactProblems({ required_artifacts: artifacts, primary_phases: phases }: RoleAci): string[] {
  return artifacts.flatMap(({ artifact_type: type, schema_ref: ref, min_requirements: requirements, required_in_phases: requiredIn, only_when: onlyWhen }) => [
    ...(schemaByRef(ref) === undefined ? [`the artifact ${type} has no schema; ${ref} leads nowhere`] : []),
    ...(ref === schemaRef(type) ? [] : [`the artifact ${type} is checked by its own schema ${schemaRef(type)}, and not by ${ref}`]),
    ...requirements.filter((name) => !isMinRequirement(type, name)).map((name) => `nothing can check "${name}" of the artifact ${type}`),
    ...requiredIn.filter((phase) => !phases.includes(phase)).map((phase) => `the artifact ${type} is required in ${phase}, where the role does not work`),
    ...(onlyWhen === undefined ? [] : expressionProblems(onlyWhen, parseGateExpression)),
  ]);
}

function phaseProblems({ phase_exit_criteria: criteria, primary_phases: phases }: RoleAci): string[] {
  const told = criteria.map(({ phase }) => phase);
  return [
    ...doubles(told).map((phase) => `two criteria say when ${phase} is left`),
    ...told.filter((phase) => !phases.includes(phase)).map((phase) => `a criterion says when ${phase} is left, where the role does not work`),
    ...phases.filter((phase) => !told.includes(phase)).map((phase) => `nothing says when ${phase} is left`),
    ...criteria.flatMap(({ exit_when: conditions }) => conditions.flatMap((condition) => expressionProblems(condition, parseGateExpression))),
  ];
}

function triggerProblems({ approval_triggers: triggers }: RoleAci): string[] {
  return [...doubles(triggers.map(({ trigger_id: triggerId }) => triggerId)).map((triggerId) => `the trigger ${triggerId} is listed twice`), ...triggers.flatMap(({ condition }) => expressionProblems(condition, parsePolicyExpression))];
}

function expressionProblems(expression: string, parse: (expression: string) => unknown): string[] {
  try {
    parse(expression);
    return [];
  } catch (error) {
    if (!hasCode(error, 'policy.expression_invalid')) throw error;
    return [`"${expression}" cannot be read at character ${error.data.offset + 1}: ${error.data.detail}`];
  }
}

function doubles(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
