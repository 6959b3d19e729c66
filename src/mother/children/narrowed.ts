import { CHILD_DEPTH_MAX, runToolRefused, ToolId, type ChildOrder, type RunId } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { recordOnce } from '../../ledger/index.ts';
import type { ToolCall, ToolRunner } from '../../tools/index.ts';
import { startOfRun } from '../run-life.ts';
import type { RunOverseers } from '../overseers.ts';
import type { TaskPorts } from '../task/task-ports.ts';
import { orderOf } from './children-of.ts';
import { DELEGATE } from './delegate-tool.ts';

/**
 * The ports of a child: what it is offered and what it can call is what its order names, whichever process works on it. The
 * folder, the network and the approvals are those of the machine and of the mode that it was started under, so they are its
 * parent's.
 */
export function narrowedTo(order: ChildOrder, ports: TaskPorts): TaskPorts {
  const mayUse = (toolId: string): boolean => order.tools.some((one) => one === toolId) && (toolId !== DELEGATE || order.depth < CHILD_DEPTH_MAX);
  return {
    ...ports,
    offeredTools: async (roleId) => (await ports.offeredTools(roleId)).filter(({ definition }) => mayUse(definition.tool_id)),
    async openTools(runId, overseers, delegate) {
      const tools = await ports.openTools(runId, overseers, delegate);
      return { ...tools, runner: narrowedRunner(runId, tools.runner, mayUse, order, ports) };
    },
  };
}

/** A call of anything else is refused where every call passes, and recorded as what it is: against the policy. */
function narrowedRunner(runId: RunId, runner: ToolRunner, mayUse: (toolId: string) => boolean, { parent_run_id: parentId, role_id: roleId }: ChildOrder, { writer }: Pick<TaskPorts, 'writer'>): ToolRunner {
  const refuse = async (call: ToolCall): Promise<never> => {
    const error = new KeelsonError('tool.role_not_allowed', {
      message: `${call.toolId} was not handed to this run: ${parentId} may not use it there, or did not give it along.`,
      nextStep: 'Do without it, or say in the result what is left to whoever handed the work over.',
      data: { tool_id: call.toolId, role_id: call.roleId ?? roleId },
    });
    const path = call.path ?? call.key;
    if (ToolId.safeParse(call.toolId).success) await recordOnce(writer, 'tool', `${runId}:${path}:tool_refused`, [{ type: runToolRefused.type, streamId: runId, payload: { run_id: runId, call: path, tool_id: call.toolId, role_id: call.roleId ?? roleId, stage: 'role', arguments_hash: sha256Hex(canonicalJson(call.arguments)), error: error.toBody() } }]);
    throw error;
  };
  return { call: (call) => (mayUse(call.toolId) ? runner.call(call) : refuse(call)) };
}

/**
 * Tells whoever watches over a run whose words its task is. A person's are theirs. Those of an order are its parent's, which are
 * trusted no further than what the parent had read; beside them stands what the person asked for above it.
 */
export async function tellWhoseWords(request: string, order: ChildOrder | undefined, { provenance }: Pick<RunOverseers, 'provenance'>, ports: Pick<TaskPorts, 'ledger'>): Promise<void> {
  if (order === undefined || order.taint_class === 'owner_typed') {
    await provenance.ownerSaid(request);
    return;
  }
  await provenance.ownerSaid(await personsRequest(order, ports));
  await provenance.wasTold(`order of ${order.parent_run_id}`, order.taint_class, request);
}

async function personsRequest({ parent_run_id: parentId }: ChildOrder, { ledger }: Pick<TaskPorts, 'ledger'>): Promise<string> {
  const above = await orderOf(parentId, ledger);
  return above === undefined ? (await startOfRun(parentId, { ledger })).request : personsRequest(above, { ledger });
}
