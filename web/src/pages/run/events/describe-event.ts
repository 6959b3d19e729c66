import type { ShownEntry } from '../../../live/live-log.ts';
import { compact, words } from '../../../ui/format.ts';
import type { Tone } from '../../../ui/run-standing.tsx';
import type { EventName, Said } from '../view/run-view.ts';

export interface EventLine {
  readonly says: string;
  readonly tone: Tone;
}

type Describe<Payload> = (said: Payload) => EventLine;
const reads = <Name extends EventName>(_name: Name, describe: Describe<Said<Name>>): Describe<never> => describe as Describe<never>;
const line = (says: string, tone: Tone = 'calm'): EventLine => ({ says, tone });

/** What an event says in a line; those without one here are told by their name alone. */
const LINES: Readonly<Record<string, Describe<never>>> = {
  'run.started': reads('runStarted', ({ request }) => line(request, 'busy')),
  'run.prepared': reads('runPrepared', ({ engine_reason, workspace }) => line(`${engine_reason} In ${workspace}.`)),
  'run.task_perceived': reads('runTaskPerceived', ({ task }) => line(task.intent)),
  'run.plan_made': reads('runPlanMade', ({ round, plan }) => line(`Plan ${round}: ${plan.subtasks.map(({ intent }) => intent).join(' · ')}`, 'busy')),
  'run.phase_exited': reads('runPhaseExited', ({ phase, exit }) => line(`${phase}: ${exit.reason}`, exit.exit === 'fail' ? 'bad' : exit.exit === 'success' ? 'good' : 'warn')),
  'run.subtask_dispatched': reads('runSubtaskDispatched', ({ role_id, attempt }) => line(`${words(role_id)}, attempt ${attempt}`, 'busy')),
  'run.execution_returned': reads('runExecutionReturned', ({ role_id, result }) => line(`${words(role_id)}: ${result.status}, ${result.output}`)),
  'run.correction_ordered': reads('runCorrectionOrdered', ({ signal }) => line(`${signal.what_was_wrong} → ${signal.what_to_do}`, 'warn')),
  'run.subtask_judged': reads('runSubtaskJudged', ({ outcome }) => line(outcome.failure_reason ?? `matched, ${outcome.criteria_verdicts.length} criteria`, outcome.status === 'matched' ? 'good' : 'bad')),
  'run.outcome_accepted': reads('runOutcomeAccepted', ({ outcome }) => line(outcome.summary, 'good')),
  'run.replan_requested': reads('runReplanRequested', ({ request }) => line(request.gap_summary, 'bad')),
  'run.directive_issued': reads('runDirectiveIssued', ({ directive }) => line(`${words(directive.directive)}: ${directive.rationale}`, 'warn')),
  'run.result_given': reads('runResultGiven', ({ result }) => line(result.summary, result.directive === 'abandon' ? 'bad' : 'good')),
  'run.model_routed': reads('runModelRouted', ({ decision }) => line(decision.rationale)),
  'run.llm_started': reads('runLlmStarted', ({ model_id, call }) => line(`${model_id} is asked at ${call}`, 'busy')),
  'run.llm_ended': reads('runLlmEnded', ({ record }) => (record.error === null ? line(`${record.model_id ?? ''} answered: ${compact(record.usage.input_tokens ?? 0)} in, ${compact(record.usage.output_tokens ?? 0)} out`) : line(record.error.message, 'bad'))),
  'run.tool_started': reads('runToolStarted', ({ decision }) => line(`${decision.tool_id}: ${decision.intentions.map(({ subject }) => subject).join(', ')}`, 'busy')),
  'run.tool_ended': reads('runToolEnded', ({ evidence, outcome }) => line(`${evidence.tool_id} ${outcome.status}: ${outcome.shown.text}`, outcome.status === 'completed' ? 'good' : 'bad')),
  'run.tool_refused': reads('runToolRefused', ({ tool_id, stage, error }) => line(`${tool_id} was stopped at ${stage}: ${error.message}`, 'bad')),
  'run.context_composed': reads('runContextComposed', ({ call, receipt }) => line(`${call}: ${compact(receipt.actual_token_count)} tokens, ${receipt.sections.length} sections, ${receipt.omitted_items.length} left out`)),
  'run.budget_warned': reads('runBudgetWarned', ({ resource, consumed, limit }) => line(`${words(resource)}: ${compact(consumed)} of ${compact(limit)}`, 'warn')),
  'run.limit_reached': reads('runLimitReached', ({ resource, limit }) => line(`${words(resource)}: the limit of ${compact(limit)} is reached`, 'bad')),
  'run.suspended': reads('runSuspended', ({ why }) => line(why, 'warn')),
  'run.suspension_ended': reads('runSuspensionEnded', ({ why }) => line(why)),
  'run.steered': reads('runSteered', ({ message }) => line(message.text, 'busy')),
  'run.steering_taken': reads('runSteeringTaken', ({ messages }) => line(messages.map(({ text }) => text).join(' · '), 'good')),
  'run.exception_raised': reads('runExceptionRaised', ({ during, error }) => line(`${during}: ${error.message}`, 'bad')),
  'run.retry_taken': reads('runRetryTaken', ({ phase, why }) => line(`${phase} once more: ${why}`, 'warn')),
  'run.terminated': reads('runTerminated', ({ termination }) => line(`${words(termination.reason)}: ${termination.details}`, termination.reason === 'success' ? 'good' : 'bad')),
};

const TEXT_MAX = 240;

export function describeEvent({ event }: ShownEntry): EventLine {
  if (event.payload === null) return line('What it said was erased.');
  const described = event.payload === undefined ? undefined : LINES[event.type]?.(event.payload as never);
  if (described === undefined) return line('');
  const says = described.says.replaceAll('\n', ' ');
  return says.length > TEXT_MAX ? { ...described, says: `${says.slice(0, TEXT_MAX)}…` } : { ...described, says };
}
