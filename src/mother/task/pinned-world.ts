import { z } from 'zod';
import { NonEmptyText, SemanticVersion, type PinnedVersions, type RunId, type SolverSet } from '../../contracts/index.ts';
import { canonicalHash, hasCode, KeelsonError } from '../../kernel/index.ts';
import { acceptVersions, missingVersions, pinsOfRun, type AvailableVersions, type EffectDefinition, type HeldLease, type RunJournal } from '../../ledger/index.ts';
import type { TaskPorts, TaskWish, VersionsAtHand } from './task-ports.ts';

/** What a run that begins now is begun under. */
export function pinsOf(atHand: VersionsAtHand, solverSet?: SolverSet): PinnedVersions {
  const inUse = (versions: VersionsAtHand['prompts']): Record<string, string> => Object.fromEntries(Object.entries(versions).flatMap(([name, [version]]) => (version === undefined ? [] : [[name, version]])));
  const { prompts, contracts, formulas, tools, server_tools, policy, models } = atHand;
  return { prompts: inUse(prompts), contracts: inUse(contracts), formulas: inUse(formulas), tools: inUse(tools), server_tools: inUse(server_tools), policy: inUse(policy), models: inUse(models), ...(solverSet !== undefined && { solver_set: solverSet }) };
}

/** What a run is refused for when it is not there. Our own tools are not among it: see `demandPinnedTools`. */
export function demandedOf({ tools: _tools, ...demanded }: VersionsAtHand): AvailableVersions {
  return demanded;
}

/** Records that a person lets the run go on under what there is now. Where nothing is missing there is nothing to accept. */
export async function acceptWorld(runId: RunId, { acceptVersions: reason, userId }: Pick<TaskWish, 'acceptVersions' | 'userId'>, held: HeldLease, { ledger, writer, versions }: Pick<TaskPorts, 'ledger' | 'writer' | 'versions'>): Promise<void> {
  if (reason === undefined) return;
  const pins = await pinsOfRun(ledger.log, runId);
  if (missingVersions(pins, versions).length === 0) return;
  // The solver's set is never missing: the run goes on with its own.
  await acceptVersions({ runId, reader: ledger.log, writer, fence: held, versions: pinsOf(versions, pins.solver_set), acceptedBy: userId, reason });
}

const PinnedTools = z.strictObject({ tools: z.record(NonEmptyText, SemanticVersion) });
type PinnedTools = z.infer<typeof PinnedTools>;
const Nothing = z.strictObject({});

const pinTools: EffectDefinition<PinnedTools, z.infer<typeof Nothing>> = { name: 'tools.pin', sideEffect: 'read_only', request: PinnedTools, result: Nothing, perform: async () => ({}) };

/**
 * The tools that a run may use: those it was begun with, whatever came since. What it asked so far was asked with them in
 * hand, so a run that has lost one would pair old answers with other questions: that is a divergence, and ends it.
 * Undefined for runs that were begun before tools were pinned.
 */
export async function demandPinnedTools(journal: RunJournal, atHand: VersionsAtHand['tools'], signal: AbortSignal): Promise<ReadonlySet<string> | undefined> {
  const { tools: pinned, server_tools: served = {} } = journal.pins;
  if (pinned === undefined) return undefined;
  const there = Object.entries(pinned).filter(([name, version]) => atHand[name]?.includes(version) === true);
  try {
    // Under other accepted versions it is another question.
    await journal.step(`start/tools/${canonicalHash(pinned)}`, pinTools, { tools: Object.fromEntries(there) }, { signal });
  } catch (error) {
    if (!hasCode(error, 'journal.diverged')) throw error;
    throw lostTools(Object.entries(pinned).filter((one) => !there.some(([name]) => name === one[0])), error);
  }
  return new Set([...there.map(([name]) => name), ...Object.keys(served)]);
}

function lostTools(lost: readonly (readonly [string, string])[], error: KeelsonError<'journal.diverged'>): KeelsonError<'journal.diverged'> {
  const named = lost.map(([name, version]) => `${name} ${version}`).join(', ');
  return new KeelsonError('journal.diverged', {
    message: `The run was begun with tools that it has no longer (${named || 'others than now'}), so it would ask other questions than those it has the answers to.`,
    nextStep: 'Offer these tools again, or start the task anew with the tools that there are; what this run did stays recorded.',
    data: error.data,
    cause: error,
  });
}

/** The run's way to tools, without those that came after it had begun. */
export function onlyPinned(ports: TaskPorts, pinned: ReadonlySet<string> | undefined): TaskPorts {
  if (pinned === undefined) return ports;
  return { ...ports, offeredTools: async (roleId) => (await ports.offeredTools(roleId)).filter(({ definition }) => pinned.has(definition.tool_id)) };
}
