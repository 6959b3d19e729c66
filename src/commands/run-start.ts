import { approvalRequested, hardCallRaised, runStart, runStarted, type RunId } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { LogReader, RunJournal } from '../ledger/index.ts';
import type { ModelDesk } from '../models/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { whenFree } from './held-run.ts';
import { recordSandbox } from './record-sandbox.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools } from './tools-ports.ts';

/** Where runs ask models. Rejects when there is no model to ask. */
export type OpenModels = (signal: AbortSignal) => Promise<{
  open(journal: RunJournal, runs: LedgerForRuns): ModelDesk;
  /** How much the model that is asked first takes in at once. */
  readonly contextTokens: number;
}>;

/** Serves `run.start`: a model at work, watched over. */
export function runStartBinding(openTools: OpenTools, openModels: OpenModels): Binding {
  return bind(runStart, async ({ request, workspace, mode, attendance }, { idempotencyKey = '', signal }) => {
    const [ports, tools, { runWithModel }] = await Promise.all([openTools(), import('../tools/index.ts'), import('../mother/index.ts')]);
    const place = await ports.place(workspace);
    // Without a model nothing is started, and nothing is recorded.
    const openDesk = await openModels(signal);
    const { catalogue, allowFallbackToLlm } = await ports.offered('all', signal);
    const runs = await ports.ledger();
    await refuseOtherTask(request, `run.start:${idempotencyKey}`, runs.ledger.log);
    await tools.publishRegistry(catalogue, allowFallbackToLlm, { log: runs.owner, documents: runs.ledger.documents, clock: ports.clock });
    await recordSandbox((await ports.sandbox()).decision, runs);
    const run = await whenFree(
      () =>
        runWithModel(
          { request, userId: ports.userId, idempotencyKey, signal },
          {
            ...ports,
            ...runs,
            writer: runs.mother,
            workspace: place.workspace,
            openOverseers: (runId) => ports.oversight.forRun({ runId, attendance, place, catalogue, ...(mode !== undefined && { mode }) }, runs),
            openTools: (runId, overseers) => ports.openTools(runId, place, overseers, runs, catalogue),
            offeredTools: (roleId) => tools.toolsOffered(catalogue, roleId, { place, hasProgram: ports.hasProgram }),
            openDesk: (journal) => openDesk.open(journal, runs),
            contextTokens: openDesk.contextTokens,
          },
        ),
      { timer: ports.timer, signal },
    );
    return { run_id: run.runId, answer: run.answer, prompts: await promptsOf(run.runId, `run.start:${idempotencyKey}`, runs.ledger.log), termination: run.termination };
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

const PAGE = 500;

/** How often a person was asked in a run, from its start to now. */
async function promptsOf(runId: RunId, startedWith: string, log: Pick<LogReader, 'appended' | 'readAll'>): Promise<number> {
  let prompts = 0;
  for (let after = (await log.appended(startedWith))[0]?.position ?? 0; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    for (const { event } of page) if (askedBy(event.type, event.payload) === runId) prompts += 1;
    after = page.at(-1)?.position ?? after;
    if (page.length < PAGE) return prompts;
  }
}

function askedBy(type: string, payload: unknown): RunId | undefined {
  if (type === approvalRequested.type) return approvalRequested.payload.safeParse(payload).data?.record.run_id;
  return type === hardCallRaised.type ? hardCallRaised.payload.safeParse(payload).data?.call.run_id : undefined;
}
