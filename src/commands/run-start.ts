import { resolve } from 'node:path';
import { BROUGHT_SERVER_PREFIX, resultText, runResume, runStart, runStarted, type FinalResult, type RunStartReport, type RunStartRequest } from '../contracts/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';
import type { LogReader } from '../ledger/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import { bind, type Binding, type CallContext } from './dispatcher.ts';
import { askedOfRun, STARTED_WITH } from './asked-of-run.ts';
import { whenFree } from './held-run.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { recordSandbox } from './record-sandbox.ts';
import { chooseEngine, recordedEngine } from './run-engine.ts';
import { readReport } from './run-reading.ts';
import { withFunctions } from './run-functions.ts';
import { taskPorts } from './run-task-ports.ts';
import type { OpenModels } from './open-models.ts';
import type { OpenTools } from './tools-ports.ts';

/** Serves `run.start` and `run.resume`: they do the same, but that the one who resumes need not know what was asked. */
export function runStartBindings(openTools: OpenTools, openModels: OpenModels): Binding[] {
  const work = (request: RunStartRequest, context: CallContext, acceptVersions?: string): Promise<RunStartReport> => workOn(request, context, acceptVersions, openTools, openModels);
  return [
    bind(runStart, (request, context) => work(request, context)),
    bind(runResume, async ({ run, attendance, on_limit: onLimit, accept_versions: acceptVersions }, { signal }) => {
      const { ledger } = await demandLedgerOfRun(run, await openTools());
      const { key, ...request } = await askedOfRun(run, ledger);
      return work({ ...request, attendance, ...(onLimit !== undefined && { on_limit: onLimit }) }, { idempotencyKey: key, signal }, acceptVersions).catch((error: unknown) => {
        throw withoutEditor(error);
      });
    }),
  ];
}

/** The same without the registry, for what starts runs by itself. */
export function startRun(openTools: OpenTools, openModels: OpenModels): (request: RunStartRequest, context: CallContext) => Promise<RunStartReport> {
  return (request, context) => workOn(request, context, undefined, openTools, openModels);
}

async function workOn(asked: RunStartRequest, { idempotencyKey = '', signal }: CallContext, acceptVersions: string | undefined, openTools: OpenTools, openModels: OpenModels): Promise<RunStartReport> {
  const { request, workspace, attendance, functions } = asked;
  const [ports, tools, { runTask, publishRoles }] = await Promise.all([openTools({ forRuns: true }), import('../tools/index.ts'), import('../mother/index.ts')]);
  const place = await ports.place(workspace);
  // Both are needed in any case and wait for others: programs and files. Whoever asks for one below is told what failed.
  for (const begun of [ports.sandbox(), ports.roleBook()]) begun.catch(() => undefined);
  const { catalogue, allowFallbackToLlm } = await ports.offered(asked.session_id === undefined ? 'all' : { sessionId: asked.session_id }, signal);
  const runs = await ports.ledger();
  await refuseOtherTask(request, `${STARTED_WITH}${idempotencyKey}`, runs.ledger.log);
  const chosen = await chooseEngine(asked, recordedEngine(await runs.ledger.log.appended(`${STARTED_WITH}${idempotencyKey}`)), { ports, place, catalogue, allowFallbackToLlm }, openModels, signal);
  await tools.publishRegistry(catalogue, allowFallbackToLlm, { log: runs.owner, documents: runs.ledger.documents, clock: ports.clock });
  await publishRoles(await ports.roleBook(), { log: runs.owner, documents: runs.ledger.documents });
  await recordSandbox((await ports.sandbox()).decision, runs);
  const mode = asked.mode ?? (await ports.oversight.settings()).approvals.mode;
  const wish = { request, userId: ports.userId, attendance, mode, ...(asked.on_limit !== undefined && { onLimit: asked.on_limit }), engine: chosen.engine, engineReason: chosen.reason, ...(chosen.routed !== undefined && { routed: chosen.routed }), limits: { ...(await ports.runSettings()).budget.per_run, ...definedOnly(asked.budget) }, idempotencyKey, signal, ...(acceptVersions !== undefined && { acceptVersions: withoutSecrets(acceptVersions) }), ...(asked.session_id !== undefined && { sessionId: asked.session_id }), ...(asked.save_as !== undefined && { saveAs: resolve((await ports.place(undefined)).workspace, asked.save_as) }), ...(functions !== undefined && { functions }) };
  const surroundings = { ports, runs, place, catalogue: await withFunctions(catalogue, functions, ports), attendance, ...chosen, mode, ...(functions !== undefined && { functions }) };
  const { runId, termination } = await whenFree(async () => runTask(wish, await taskPorts(surroundings)), { timer: ports.timer, ids: ports.ids, signal, writer: runs.mother });
  const report = await readReport(runId, runs.ledger);
  return { run_id: runId, answer: answerOf(report?.result ?? null), prompts: report?.prompts ?? 0, termination, ...(report !== undefined && { report }) };
}

/** Where nothing can be handed over, the words about it are. */
function answerOf(result: FinalResult | null): string {
  return result === null ? '' : resultText(result.output) || result.summary;
}

/** What was given; an option that was left out is no limit of its own. */
function definedOnly<Values extends object>(values: Values | undefined): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as never;
}

/** Servers that an editor brought end with it, and nobody can bring them back by hand: whoever goes on is told so, and how. */
function withoutEditor(error: unknown): unknown {
  if (!hasCode(error, 'journal.versions_unavailable')) return error;
  const gone = error.data.missing.filter(({ name }) => name.startsWith(`mcp__${BROUGHT_SERVER_PREFIX}`)).map(({ name }) => name);
  if (gone.length === 0) return error;
  return new KeelsonError('journal.versions_unavailable', {
    message: `${error.message} An editor had brought the servers of ${gone.join(', ')}, and they ended with its thread.`,
    nextStep: `To go on without them, add --accept-versions "why". To have them, ask again in the editor: that is a new run.`,
    data: error.data,
    cause: error,
  });
}

/** A key goes on with the task that it was first given for: the answer to that one would pass for an answer to this. */
async function refuseOtherTask(request: string, startedWith: string, log: Pick<LogReader, 'appended'>): Promise<void> {
  const [first] = await log.appended(startedWith);
  if (first === undefined) return;
  const { request: before } = runStarted.payload.parse(first.event.payload);
  if (before === withoutSecrets(request)) return;
  throw new KeelsonError('input.invalid', {
    message: `Another task was started under this key: "${before}".`,
    nextStep: 'Give the same words to go on with it, or leave the key out to start this one.',
    data: { issues: [{ path: 'request', message: 'not the task of this key' }] },
  });
}
