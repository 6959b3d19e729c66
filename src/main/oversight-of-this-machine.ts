import type { OversightPorts, RunToWatch, LedgerForRuns } from '../commands/index.ts';
import { DEFAULT_TENANT, OversightSection, type Name, type RoleId, type RunId } from '../contracts/index.ts';
import { approvalKeyFile, saveFile } from '../drivers/index.ts';
import { hasCode, systemClock, systemRandom, type Ids } from '../kernel/index.ts';
import { systemTimer } from '../ledger/index.ts';
import { alsoAsks, approvalsForRun, askPerson, classOfRead, clientOfRun, confirmByApproval, createHolds, externalize, provenanceOfRun, resolveStep, settleCancel, watchCancel, withWaysOut, type ProgramConfinement, type RunApprovalOptions } from '../oversight/index.ts';
import type { RoleBook, RunOverseers } from '../mother/index.ts';
import { contentNow, type ChosenSandbox, type ToolCatalogue } from '../tools/index.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';
import { once } from './once.ts';

/** What a run works on, as long as nothing says otherwise. */
const GOVERNANCE = { tenant: DEFAULT_TENANT, data_class: 'internal', privileged: false } as const;

/** Whoever ends a run is who hands over what it came to. */
const HANDS_OVER: RoleId = 'mother';

export interface OversightOptions {
  readonly places: ConfigurationPlaces;
  readonly userId: Name;
  readonly ids: Ids;
  readonly sandbox: () => Promise<ChosenSandbox>;
  /** Whose contracts say what each role asks a yes for. */
  readonly roles: () => Promise<Pick<RoleBook, 'triggersOf'>>;
  /** Hosts that programs in the sandbox may reach. */
  readonly network: () => Promise<readonly string[]>;
  /** What must not leave: keys and passwords of the environment. Never recorded. */
  readonly privateValues: readonly string[];
}

/** Everything that watching over runs needs of this machine. Nothing is read or made before it is needed. */
export function oversightOfThisMachine({ places, userId, ids, sandbox, roles, network, privateValues }: OversightOptions): OversightPorts {
  const key = approvalKeyFile(places.dataFolder);
  const settings = once(async () => OversightSection.parse((await readConfiguration(places))?.config.oversight ?? {}));
  const confinement = async (): Promise<ProgramConfinement> => {
    const held = (await sandbox()).decision.isolation;
    if (held === null || !held.filesystem) return 'none';
    return held.network && (await network()).length === 0 ? 'offline' : 'online';
  };
  const approvals = async ({ runId, attendance, mode, presented, catalogue }: RunToWatch, { ledger, owner, mother }: LedgerForRuns) => {
    const { approvals: wanted } = await settings();
    const { triggersOf } = await roles();
    return approvalsForRun(
      { runId, attendance, mode: mode ?? wanted.mode, ...(presented !== undefined && { presented }), triggersOf, toolOf: toolIn(catalogue), confinement: await confinement() },
      { log: mother, person: { userId, log: owner }, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, key, settings: wanted, clock: systemClock, ids, random: systemRandom, timer: systemTimer, notify: [] },
    );
  };
  return {
    settings,
    key,
    async alsoAsks(catalogue) {
      const { policies } = (await settings()).approvals;
      const { triggersOf } = await roles();
      const toolOf = toolIn(catalogue);
      return async (call) => {
        const tool = toolOf(call.decision.tool_id);
        return alsoAsks({ call, ...(tool !== undefined && { tool }), policies, triggers: triggersOf(call.decision.role_id) });
      };
    },
    async forRun(run, runs) {
      const { runId } = run;
      const { ledger, mother } = runs;
      const { distrust, external } = await settings();
      const known = provenanceOfRun({ runId, distrust, programsReachOut: (await confinement()) !== 'offline', privateValues }, { documents: ledger.documents, blobs: ledger.blobs, contentHash: async (workspace, path) => (await contentNow(workspace, path))?.sha256 });
      const holds = createHolds();
      const asking = { log: mother, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, clock: systemClock, timer: systemTimer, ids, holds };
      const cancel = watchCancel(runId, { bus: ledger.bus, reader: ledger.log });
      await cancel.caughtUp;
      const asked = await approvals(run, runs);
      const { workspace } = run.place;
      return {
        approvals: asked,
        provenance: withWaysOut(known, { governance: GOVERNANCE, settings: external, ids, clock: systemClock }),
        outside: {
          handOver: (action, { journal, key: at, signal }) =>
            externalize(
              { ...action, workspace, governance: { ...GOVERNANCE, taint_class: classOfRead(known.sources()) } },
              { runId, journal, key: at, signal, settings: async () => (await settings()).external, confirm: confirmByApproval({ runId, call: at, roleId: HANDS_OVER, workspace, attendance: run.attendance }, asked), log: mother, blobs: ledger.blobs, clock: systemClock, ids },
            ),
          saveFile,
        },
        // Where nobody is there, nobody is asked.
        ...(run.attendance === 'attended' && { raiseLimit: raisedBy(userId, runId, runs), ask: askPerson(runId, asking), resolveStep: (error, journal, signal) => resolveStep(error, journal, asking, signal) }),
        client: clientOfRun(runId, asking),
        untilFree: (ref, signal) => holds.untilFree(ref, signal),
        cancel,
        cancelReceipt: (protocol, stopped) => settleCancel(protocol, stopped, asking),
      };
    },
  };
}

/** A raise that a person answered with, written as theirs. Whoever gave even more by command meanwhile has given enough. */
function raisedBy(userId: Name, runId: RunId, { ledger, owner }: LedgerForRuns): NonNullable<RunOverseers['raiseLimit']> {
  return async ({ resource, limit, reason }) => {
    const { adjustBudget } = await import('../mother/index.ts');
    await adjustBudget({ runId, resource, limit, reason, adjustedBy: userId, idempotencyKey: `answer:${resource}:${limit}` }, { ledger, owner }).catch((error: unknown) => {
      if (!hasCode(error, 'counter.invalid')) throw error;
    });
  };
}

function toolIn({ tools }: ToolCatalogue): NonNullable<RunApprovalOptions['toolOf']> {
  return (toolId) => {
    const known = tools.find(({ definition }) => definition.tool_id === toolId)?.definition;
    return known === undefined ? undefined : { category: known.category, sideEffects: known.side_effects };
  };
}
