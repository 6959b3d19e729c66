import { cp, readdir, readFile } from 'node:fs/promises';
import { RoleAci, SubtaskId, type Plan, type RoleId, type ToolApprovalAnswer } from '../../src/contracts/index.ts';
import { createOfflineEngine, type Engine, type Exchange, type Execution, type OfflinePorts, type PlanOutcome } from '../../src/loops/index.ts';
import { builtinTools } from '../../src/tools/index.ts';
import { runnerRig, type RunnerRig } from './runner-rig.ts';
import { sample } from './sample-values.ts';

const FIXTURE = new URL('../fixtures/offline/', import.meta.url);
const ROLES = new URL('../../roles/', import.meta.url);

/** A folder with a little of everything, and an engine without a model that works in it through the real runner. */
export interface OfflineRig extends RunnerRig {
  readonly engine: Engine;
  readonly ports: OfflinePorts;
  plan(request: string, more?: { readonly said?: readonly string[]; readonly history?: readonly Exchange[] }, engine?: Engine): Promise<PlanOutcome>;
  /** Perceives, plans and does all of it; what each subtask came to, in order. */
  ask(request: string, engine?: Engine): Promise<{ readonly plan: Plan; readonly executions: readonly Execution[]; readonly outputs: readonly string[] }>;
}

export async function offlineRig({ answer }: { readonly answer?: () => ToolApprovalAnswer } = {}): Promise<OfflineRig> {
  const tools = builtinTools({ webSearch: {} });
  const rig = await runnerRig({ tools, toolCallsMax: 100, ...(answer && { answer }) });
  await cp(FIXTURE, rig.folder, { recursive: true });
  const roles = await contracts();
  const toolsOf = new Map(roles.map(({ role_id: role }) => [role, tools.filter(({ definition }) => definition.allowed_roles.includes(role)).map(({ definition }) => definition.tool_id as string)]));
  const ports: OfflinePorts = { callTool: ({ key, signal }, { name, arguments: given, roleId }) => rig.call({ toolId: name, arguments: given, roleId, key, signal }) };
  const offline = createOfflineEngine(ports);
  const { signal } = new AbortController();
  let asked = 0;
  const plan: OfflineRig['plan'] = async (request, { said = [], history = [] } = {}, engine = offline) => {
    const task = await engine.perceive({ key: 'plan/perceive', signal, taskId: sample.taskId, request, history });
    return engine.plan({ key: `plan/${(asked += 1)}`, signal, runId: sample.runId, task, roles, toolsOf, said, context: '', calibration: [], mintSubtask: async (nth) => SubtaskId.parse(`sub_01JFGWZ${String(asked * 100 + nth).padStart(19, '0')}`) });
  };
  const ask: OfflineRig['ask'] = async (request, engine = offline) => {
    const outcome = await plan(request, {}, engine);
    if (outcome.decision !== 'plan') throw new Error(JSON.stringify(outcome));
    const executions: Execution[] = [];
    for (const [at, subtask] of outcome.plan.subtasks.entries()) {
      const role = roles.find(({ role_id: id }) => id === subtask.role_id);
      if (role === undefined) throw new Error(`there is no role ${subtask.role_id}`);
      executions.push(await engine.execute({ key: `execute/${asked}/${at + 1}/attempt-1`, signal, runId: sample.runId, subtask, role, attempt: 1, packet: '', tools: [], blockedTargets: [] }));
    }
    return { plan: outcome.plan, executions, outputs: executions.map(({ result }) => result.output) };
  };
  return { ...rig, engine: offline, ports, plan, ask };
}

/** The roles that do work, as the repository keeps their contracts. */
async function contracts(): Promise<RoleAci[]> {
  const workers: ReadonlySet<RoleId> = new Set(['librarian', 'research', 'coder', 'critic', 'analyst', 'vision', 'update', 'toolsmith']);
  const names = (await readdir(ROLES)).filter((name) => name.startsWith('aci_')).toSorted();
  const all = await Promise.all(names.map(async (name) => RoleAci.parse(JSON.parse(await readFile(new URL(name, ROLES), 'utf8')))));
  return all.filter(({ role_id: role }) => workers.has(role));
}
