/**
 * What can be looked at before a phase is left. Contracts name these in `exit_when` and `only_when`; what is not in the
 * table, and no artifact, makes a contract invalid. What nobody looked at is neither true nor false, so it opens nothing.
 */
export const GATES = {
  task_perceived: 'the task is restated',
  plan_valid: 'the plan passed its validator',
  roles_dispatchable: 'every role that the plan names may be given work',
  subtasks_judged: 'every subtask has the word of the validator',
  criteria_judged: 'every criterion of the task has a verdict',
  code_changed: 'the work changed code',
  tests_available: 'the project says how its tests are run',
  critic_passed: 'the last report of the critic is a pass',
  fixes_named: 'a critic that failed the work says what to change',
  repair_exhausted: 'no repair is left',
  retrieval_used: 'the work rests on what was retrieved',
  retrieval_gates_passed: 'what was retrieved is enough',
  citations_attached: 'the work says where its claims come from',
  citations_resolve: 'every citation quotes what was really read',
  numbers_traced: 'every key number traces to a call or a query',
  confidence_sufficient: 'what was seen is sure enough',
  next_step_named: 'what stands in the way is told together with what would help',
  items_accounted: 'every item was checked, or skipped with a reason',
  library_changed: 'something was taken into a library',
  chunks_accounted: 'every chunk is stored, or its failure is recorded',
  tool_registered: 'the tool passed its tests and is in the catalogue',
  nothing_waiting: 'no approval and no question is open',
  directive_issued: 'the solver said what to change, or that nothing helps',
  result_given: 'the solver gave the result',
  summary_written: 'the summary of the run is registered',
} as const;
export type GateId = keyof typeof GATES;

const ARTIFACT_GATE = 'artifact:';

/** The gate that is open when an artifact of this type is there and valid. */
export function artifactGate(type: string): `artifact:${string}` {
  return `${ARTIFACT_GATE}${type}`;
}

/** The type that such a gate is about; undefined for any other. */
export function artifactTypeOfGate(gateId: string): string | undefined {
  return gateId.startsWith(ARTIFACT_GATE) ? gateId.slice(ARTIFACT_GATE.length) : undefined;
}
