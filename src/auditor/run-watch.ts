/**
 * What can be told of a run from its events alone: that each answer had its question in the log, that nothing was done
 * without the yes it needed, that what is called done rests on something, and that it ends once. Each of these is kept
 * by a constructor or a rule elsewhere; here it is looked at again by somebody who took no part.
 */
import type { AuditFacts, AuditLine, WatchedRun } from '../contracts/index.ts';

/** Work that goes round in circles. It breaks no law: reports tell of it, and nobody is called for it. */
export const THRASHING = 'ggs_thrashing';

/** What is said of a run: `boundary` when somebody went round the log, `anomaly` when a law does not hold. */
export interface Remarks {
  boundary(text: string): void;
  anomaly(text: string): void;
  /** An anomaly because something is not in the log; where a payload is gone, it may have been there. */
  absence(text: string): void;
}

export interface RunMemory extends Omit<WatchedRun, 'open' | 'seen'> {
  readonly open: Set<string>;
  readonly seen: Set<string>;
  distance: number | null;
  symmetry_breaks: number;
  worsened: number;
}

export function newRun(taskId: string): RunMemory {
  return { task_id: taskId, open: new Set(), seen: new Set(), distance: null, symmetry_breaks: 0, worsened: 0 };
}

interface Seen {
  readonly line: AuditLine;
  readonly facts: AuditFacts;
  readonly run: RunMemory;
  readonly say: Remarks;
  /** Whether this approval was given, by a person or by a rule of theirs. */
  readonly isApproved: (approvalId: string) => boolean;
}

type Rule = (seen: Seen) => void;

const place = ({ facts }: Seen): string => `${String(facts['round'])}:${String(facts['subtask_id'])}`;
const callOf = ({ facts }: Seen): string => String(facts['call']);

/** An answer to something that nobody recorded: it was asked round the log. */
function answers(name: string, question: string, seen: Seen, { closes }: { readonly closes: boolean }): void {
  const { run, line, say } = seen;
  if (run.open.has(name)) {
    if (closes) run.open.delete(name);
    return;
  }
  say.boundary(`${line.type} in ${line.stream_id} (entry ${line.position}) answers no ${question} of the log`);
}

const RULES: Readonly<Record<string, Rule>> = {
  'run.subtask_dispatched': (seen) => void seen.run.open.add(`dispatch:${place(seen)}:${String(seen.facts['attempt'])}`),
  'run.execution_returned'(seen) {
    answers(`dispatch:${place(seen)}:${String(seen.facts['attempt'])}`, 'dispatch', seen, { closes: true });
    seen.run.open.add(`returned:${place(seen)}`);
  },
  'run.correction_ordered': (seen) => answers(`returned:${place(seen)}`, 'execution', seen, { closes: false }),
  'run.replan_requested': (seen) => void seen.run.open.add(`replan:${String(seen.facts['round'])}`),
  'run.directive_issued'(seen) {
    answers(`replan:${String(seen.facts['round'])}`, 'replan request', seen, { closes: true });
    seen.run.open.add(`directive:${String(seen.facts['round'])}`);
    watchConvergence(seen);
  },
  'run.plan_made'(seen) {
    const round = Number(seen.facts['round']);
    if (round > 1) answers(`directive:${round - 1}`, 'order of the solver', seen, { closes: false });
  },
  'run.outcome_accepted'({ facts, run }) {
    if (Number(facts['verdicts']) > 0) run.seen.add('accepted');
  },
  'run.tool_answered': ({ run }) => void run.seen.add('answered_by_tool'),
  'run.result_given'({ facts, run, line, say }) {
    if (facts['directive'] === 'abandon') return;
    if (Number(facts['unmet_required']) > 0) say.anomaly(`law 0: ${line.stream_id} was given as ${String(facts['directive'])} with ${Number(facts['unmet_required'])} required criteria unmet`);
    if (facts['directive'] === 'accept' && !run.seen.has('accepted')) say.absence(`law 0: the result of ${line.stream_id} was accepted and no accepted outcome is in the log`);
    run.seen.add(`given:${String(facts['directive'])}`);
  },
  'run.step_intended': ({ facts, run }) => void run.open.add(`step:${String(facts['key'])}`),
  'run.step_completed'(seen) {
    if (seen.facts['has_intent'] === false && seen.facts['key'] !== undefined) answers(`step:${String(seen.facts['key'])}`, 'intention', seen, { closes: true });
    else seen.run.open.delete(`step:${String(seen.facts['key'])}`);
  },
  'run.step_cancelled': ({ facts, run }) => void run.open.delete(`step:${String(facts['key'])}`),
  'run.step_diverged': ({ facts, line, say }) => say.anomaly(`${line.stream_id} asked at ${String(facts['key'])} for something else than is recorded there`),
  'run.tool_started'(seen) {
    const { facts, run, line, say, isApproved } = seen;
    const call = callOf(seen);
    run.open.add(`tool:${call}`);
    const approval = facts['approval_id'];
    if (facts['is_forbidden'] === true) say.anomaly(`law 1: ${String(facts['tool_id'])} was begun in ${line.stream_id} (${call}) though the policy forbids it`);
    if (facts['needs_yes'] === true && approval === null) say.anomaly(`law 1: ${String(facts['tool_id'])} was begun in ${line.stream_id} (${call}) without the yes that the policy asks for`);
    if (typeof approval === 'string' && !isApproved(approval)) say.absence(`law 1: ${String(facts['tool_id'])} was begun in ${line.stream_id} (${call}) under ${approval}, which nobody approved`);
    if (approval === null) run.open.add(`unapproved:${call}`);
  },
  'run.tool_ended'(seen) {
    const { facts, run, line, say } = seen;
    const call = callOf(seen);
    answers(`tool:${call}`, 'start of a call', seen, { closes: true });
    const wasUnapproved = run.open.delete(`unapproved:${call}`);
    if (wasUnapproved && facts['is_undoable'] === false && Number(facts['changes']) > 0) say.anomaly(`law 1: ${String(facts['tool_id'])} changed something in ${line.stream_id} (${call}) that cannot be taken back, and nobody was asked`);
    if (!run.seen.delete(`reserved:${call}`)) say.absence(`law 3: the call ${call} of ${line.stream_id} was made without a reservation`);
    if (facts['status'] === 'completed' || facts['status'] === 'truncated') run.seen.add('tool_evidence');
  },
  'run.llm_started': (seen) => void seen.run.open.add(`llm:${callOf(seen)}`),
  'run.llm_ended'(seen) {
    // A call that a limit refused never began.
    if (Number(seen.facts['attempts']) > 0) answers(`llm:${callOf(seen)}`, 'start of a model call', seen, { closes: true });
    else seen.run.open.delete(`llm:${callOf(seen)}`);
  },
  'run.phase_exited'({ facts, line, say }) {
    // Before its second version there were no gates.
    if (line.version > 1 && facts['has_gate'] === false) say.anomaly(`${line.stream_id} left the phase ${String(facts['phase'])} without the receipt of its gates`);
    if (facts['exit'] === 'success' && Number(facts['gates_failed']) > 0) say.anomaly(`${line.stream_id} left the phase ${String(facts['phase'])} as a success through a gate that had failed`);
  },
  'run.terminated'({ facts, run, line, say }) {
    if (facts['reason'] !== 'success') return;
    if (Number(facts['unmet_required']) > 0) say.anomaly(`law 0: ${line.stream_id} ended as a success with ${Number(facts['unmet_required'])} required criteria unmet`);
    const rests = run.seen.has('accepted') || run.seen.has('given:success') || (run.seen.has('answered_by_tool') && run.seen.has('tool_evidence'));
    if (!rests) say.absence(`law 0: ${line.stream_id} ended as a success and nothing in the log shows it`);
  },
};

/** Two rounds that got worse must be the last: after that, going on destroys what it spends. */
const WORSENED_MAX = 2;

function watchConvergence({ facts, run, line, say }: Seen): void {
  const { distance, directive } = facts;
  if (typeof distance !== 'number') return;
  const hasFallen = run.distance !== null && distance < run.distance;
  const hasRisen = run.distance !== null && distance > run.distance;
  run.symmetry_breaks = directive === 'break_symmetry' ? (hasFallen ? 1 : run.symmetry_breaks + 1) : 0;
  if (run.symmetry_breaks > 1) say.anomaly(`${THRASHING}: ${run.symmetry_breaks} orders to break the symmetry in a row in ${run.task_id}, and the distance stays at ${distance}`);
  if (run.worsened >= WORSENED_MAX) say.anomaly(`law 2: ${line.stream_id} goes on after ${run.worsened} rounds that each made it worse`);
  run.worsened = hasRisen ? run.worsened + 1 : 0;
  run.distance = distance;
}

/** Looks at one event of a run that is being watched. A payload that is gone says nothing, and nothing is held against it. */
export function watchEvent(line: AuditLine, run: RunMemory, say: Remarks, isApproved: Seen['isApproved']): void {
  const rule = RULES[line.type];
  if (rule === undefined) return;
  if (line.facts === null) {
    run.seen.add('unreadable');
    return;
  }
  // What was erased may have been the question to this answer, or what a success rests on.
  const lenient: Remarks = run.seen.has('unreadable') ? { ...say, boundary: () => {}, absence: () => {} } : say;
  rule({ line, facts: line.facts, run, say: lenient, isApproved });
}
