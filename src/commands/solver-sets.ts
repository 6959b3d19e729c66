import { CalibrationState, documentKey, PUBLISHED_SOLVER_SET, type SolverParameters, type SolverSet } from '../contracts/index.ts';
import type { Documents } from '../ledger/index.ts';

export async function readCalibration(documents: Pick<Documents, 'get'>): Promise<CalibrationState> {
  const stored = await documents.get(documentKey.solverCalibration(), 'calibration');
  return stored === undefined ? { applied: [], proposals: [], proposed: 0 } : CalibrationState.parse(stored.body);
}

/** What runs are begun with now; undefined for the published set. */
export async function setInForce(documents: Pick<Documents, 'get'>): Promise<SolverSet | undefined> {
  const state = await readCalibration(documents);
  return setOf(state, state.applied.at(-1));
}

export function setOf({ proposals }: Pick<CalibrationState, 'proposals'>, version: string | undefined): SolverSet | undefined {
  const found = proposals.find(({ proposal }) => proposal.version === version)?.proposal;
  return found === undefined ? undefined : { version: found.version, parameters: found.parameters };
}

/** The parameters that a version stands for; undefined when it is not remembered any more. */
export function parametersOf(state: CalibrationState, version: string): SolverParameters | undefined {
  return version === PUBLISHED_SOLVER_SET.version ? PUBLISHED_SOLVER_SET.parameters : setOf(state, version)?.parameters;
}
