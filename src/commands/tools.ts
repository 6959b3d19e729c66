import { toolsAccept, toolsList, toolsPreview, toolsRoute, toolsRun, type ToolEntry, type JsonObject, type JsonValue, type RoleId, type RunId, type ToolRouteDecision, type WaitingToolEntry } from '../contracts/index.ts';
import { canonicalJson, hasCode, KeelsonError } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';
import type { RunOverseers } from '../mother/index.ts';
import type { HostFacts, Tool, WaitingTool } from '../tools/index.ts';
import { demandOffered, whyNotOffered } from './demand-offered.ts';
import { bind, type Binding } from './dispatcher.ts';
import { whenFree } from './held-run.ts';
import { recordSandbox } from './record-sandbox.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** Lists tools, says what a call would do, and makes one. */
export function toolsBindings(openTools: OpenTools): Binding[] {
  return [
    bind(toolsList, async ({ tool_id: toolId }, { signal }) => {
      const ports = await openTools();
      const offered = await ports.offered(toolId === undefined ? 'all' : { toolId }, signal);
      const waiting = offered.waiting.filter((one) => toolId === undefined || one.toolId === toolId);
      // One that waits is shown as its server describes it, so that a person can decide.
      const tools = toolId === undefined ? offered.catalogue.tools : waiting.length > 0 ? [] : [demandOffered(toolId, offered)];
      const documents = await ports.documents();
      const place = await ports.place(undefined);
      const listed = await Promise.all(tools.map((tool) => listTool(tool, documents, { place, hasProgram: ports.hasProgram })));
      return { tools: listed, left_out: offered.leftOut.map(({ name, reason }) => ({ name, reason })), waiting: waiting.map(waitingEntry), sandbox: (await ports.sandbox()).decision, network: [...offered.network] };
    }),
    bind(toolsAccept, async ({ tool_id: toolId, definition_hash: hash }, { signal }) => {
      const ports = await openTools();
      const { waiting, leftOut } = await ports.offered({ toolId }, signal);
      const one = waiting.find((tool) => tool.toolId === toolId);
      if (one === undefined) throw whyNotOffered(toolId, leftOut) ?? nothingWaits(toolId, waiting);
      if (one.pin.definition_hash !== hash) throw readAgain(one);
      await ports.accept(one.pin);
      return { tool_id: toolId, definition_hash: hash };
    }),
    bind(toolsRoute, async ({ request, role_id: roleId }, { signal }) => ({ decision: await route(request, roleId, await openTools(), signal) })),
    bind(toolsPreview, async ({ tool_id: toolId, arguments: given, role_id: roleId, workspace }, { signal }) => {
      const [ports, tools] = await Promise.all([openTools(), import('../tools/index.ts')]);
      const offered = await ports.offered({ toolId }, signal);
      demandOffered(toolId, offered);
      const { catalogue } = offered;
      const place = await ports.place(workspace);
      const snapshot = ports.snapshot(place);
      try {
        const { decision, reasons, isUndoable } = await tools.previewCall({ toolId, arguments: given, ...(roleId !== undefined && { roleId }) }, { catalogue, place, judges: ports.judges, roles: ports.roles(catalogue), hasProgram: ports.hasProgram, snapshot, alsoAsks: await ports.oversight.alsoAsks(catalogue) });
        return { decision, reasons: [...reasons], is_undoable: isUndoable, confirmation: ports.ids.mint('cmd') };
      } finally {
        await snapshot.close();
      }
    }),
    bind(toolsRun, async ({ tool_id: toolId, arguments: given, role_id: roleId, workspace, approved_action: approved, routed_from: request, mode, wait }, { idempotencyKey = '', signal }) => {
      const [ports, tools, { runToolAlone }] = await Promise.all([openTools(), import('../tools/index.ts'), import('../mother/index.ts')]);
      const offered = await ports.offered({ toolId }, signal);
      // A name that nobody knows is refused before a run is started for it.
      demandOffered(toolId, offered);
      const routed = request === undefined ? undefined : await route(request, roleId, ports, signal);
      if (routed !== undefined) demandRouted(toolId, given, routed);
      const place = await ports.place(workspace);
      const runs = await ports.ledger();
      await tools.publishRegistry(offered.catalogue, offered.allowFallbackToLlm, { log: runs.owner, documents: runs.ledger.documents, clock: ports.clock });
      await recordSandbox((await ports.sandbox()).decision, runs);
      // Raised by whoever cancels the run, from whichever process.
      const cancelled = new AbortController();
      const wish = { toolId, arguments: given, userId: ports.userId, idempotencyKey, signal: AbortSignal.any([signal, cancelled.signal]), ...(roleId !== undefined && { roleId }), ...(request !== undefined && routed !== undefined && { routed: { request, decision: routed } }) };
      const runSettings = await ports.runSettings();
      let started: RunId | undefined;
      let watching: RunOverseers['cancel'] | undefined;
      // Whoever showed the action and got a yes, or will wait for one, stands for a person.
      const attendance = wait || approved !== undefined ? 'attended' : 'unattended';
      const openFor = async (runId: RunId) => {
        started = runId;
        const overseers = await ports.oversight.forRun({ runId, attendance, place, catalogue: offered.catalogue, ...(mode !== undefined && { mode }), ...(approved !== undefined && { presented: approved }) }, runs);
        watching = overseers.cancel;
        if (watching.signal.aborted) cancelled.abort();
        watching.signal.addEventListener('abort', () => cancelled.abort(), { once: true });
        for (const text of [request ?? '', ...textsIn(given)]) overseers.provenance.ownerSaid(text);
        return ports.openTools(runId, place, overseers, runs, offered.catalogue);
      };
      const run = await whenFree(() => runToolAlone(wish, { ...ports, ...runs, runSettings, writer: runs.mother, openTools: openFor }), { timer: ports.timer, ids: ports.ids, signal, writer: runs.mother }).catch((error: unknown) => {
        throw started !== undefined && hasCode(error, 'journal.cancelled') ? stopped(toolId, started, error) : error;
      }).finally(() => watching?.stop());
      if (run.result === null) throw run.refusal;
      const { decision, outcome, evidence } = run.result;
      return { run_id: run.runId, decision, outcome, evidence: tools.evidenceLine(evidence), termination: run.termination };
    }),
  ];
}

async function route(request: string, roleId: RoleId | undefined, ports: ToolsPorts, signal: AbortSignal): Promise<ToolRouteDecision> {
  const { catalogue, allowFallbackToLlm } = await ports.offered('builtin', signal);
  const hands = { place: await ports.place(undefined), hasProgram: ports.hasProgram };
  const { routeRequest } = await import('../tools/index.ts');
  return routeRequest(request, { catalogue, allowFallbackToLlm, ...(roleId !== undefined && { roleId }), availability: async (tool) => (await tool.availability?.(hands)) ?? { isAvailable: true } });
}

/** Words are recorded only beside the call they mean. */
function demandRouted(toolId: string, given: JsonObject, { chosen }: ToolRouteDecision): void {
  if (chosen?.tool_id === toolId && canonicalJson(chosen.arguments) === canonicalJson(given)) return;
  throw new KeelsonError('input.invalid', { message: `The request does not mean this call of ${toolId}.`, nextStep: 'Ask `tools.route` what it means, or leave the request out.', data: { issues: [{ path: 'routed_from', message: 'means another call, or none' }] } });
}

async function listTool(tool: Tool, documents: Documents | undefined, host: HostFacts): Promise<ToolEntry> {
  const { readToolStats, whyUnavailable } = await import('../tools/index.ts');
  const unavailable = await whyUnavailable(tool, host);
  const stats = documents === undefined ? undefined : await readToolStats(documents, tool.definition.tool_id);
  return { definition: tool.definition, touches: [...tool.touches], unavailable: unavailable ?? null, stats: stats ?? null };
}

/** Every text among the arguments: a person typed them. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(textsIn);
}

/** Whoever stopped it knows the run by nothing yet, and may want to see or take back what it had done. */
function stopped(toolId: string, runId: RunId, cause: unknown): KeelsonError<'tool.stopped'> {
  return new KeelsonError('tool.stopped', {
    message: `${toolId} was stopped in ${runId}; part of it may have been done.`,
    nextStep: `\`keelson undo ${runId}\` takes back what was kept of it; \`keelson ledger events\` shows what was recorded.`,
    data: { tool_id: toolId, run_id: runId },
    cause,
  });
}

function waitingEntry({ toolId, server, listed, pin, changes }: WaitingTool): WaitingToolEntry {
  return { tool_id: toolId, server, description: listed.description ?? '', input_schema: listed.inputSchema, definition_hash: pin.definition_hash, changes: [...changes] };
}

function nothingWaits(toolId: string, waiting: readonly WaitingTool[]): KeelsonError<'tool.unknown'> {
  const similar = waiting.map((one) => one.toolId);
  return new KeelsonError('tool.unknown', {
    message: `No tool ${toolId} waits to be accepted.`,
    nextStep: similar.length === 0 ? 'None waits at all; `keelson tools` lists those that can be used.' : `Those that wait: ${similar.join(', ')}.`,
    data: { tool_id: toolId, similar },
  });
}

function readAgain({ toolId, server }: WaitingTool): KeelsonError<'tool.definition_changed'> {
  return new KeelsonError('tool.definition_changed', {
    message: `${server} describes ${toolId} otherwise than when it was read.`,
    nextStep: 'Read its description again with `keelson tools`, then decide.',
    data: { tool_id: toolId, server, changes: [] },
  });
}
