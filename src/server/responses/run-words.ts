import { runLlmEnded, runPlanMade, runSubtaskJudged, runTaskPerceived, type AttentionNotice, type ModelUsage } from '../../contracts/index.ts';

/** What a client is told of a run while it works: the task as it was understood, the plan, what is done and what was found. */
export function wordsOf(notice: AttentionNotice): string | undefined {
  switch (notice.kind) {
    case 'tool_started':
      return `${notice.tool_id}: ${notice.subject}`;
    case 'tool_ended':
      return notice.status === 'completed' ? undefined : `${notice.tool_id}: ${notice.status}${notice.why === undefined ? '' : `, ${notice.why}`}`;
    case 'tool_refused':
      return `${notice.tool_id} was not done: ${notice.message}`;
    case 'steering_taken':
      return `Heard: ${notice.texts.join(' ')}`;
    case 'run_progress':
      return progressWords(notice.event);
    default:
      return undefined;
  }
}

function progressWords({ type, payload }: { readonly type: string; readonly payload: unknown }): string | undefined {
  if (type === runTaskPerceived.type) {
    const intent = runTaskPerceived.payload.safeParse(payload).data?.task.intent;
    return intent === undefined ? undefined : `Task: ${intent}`;
  }
  if (type === runPlanMade.type) {
    const plan = runPlanMade.payload.safeParse(payload).data?.plan;
    return plan === undefined ? undefined : ['Plan:', ...plan.subtasks.map(({ intent }, at) => `${at + 1}. ${intent}`)].join('\n');
  }
  if (type === runSubtaskJudged.type) {
    const outcome = runSubtaskJudged.payload.safeParse(payload).data?.outcome;
    return outcome === undefined ? undefined : `Checked: ${outcome.criteria_verdicts.map(({ criterion, verdict }) => `${criterion}: ${verdict}`).join('; ')}`;
  }
  return undefined;
}

/** What a run waits for a person for, in words, with how it is answered; undefined for what waits for nobody. */
export function waitOf(notice: AttentionNotice): string | undefined {
  if (notice.kind === 'approval_pending') {
    const { approval_id: id, summary } = notice.notification.params;
    return `It waits for a person to approve this: ${summary}. \`keelson approve ${id}\` or \`keelson deny ${id}\` answers.`;
  }
  if (notice.kind === 'hard_call_pending') return `It waits for a person to answer: ${notice.prompt} \`keelson answer ${notice.hard_call_id}\` answers.`;
  return undefined;
}

/** Tokens of one call of the run; undefined for every other notice. */
export function usageIn(notice: AttentionNotice): ModelUsage | undefined {
  if (notice.kind !== 'run_progress' || notice.event.type !== runLlmEnded.type) return undefined;
  return runLlmEnded.payload.safeParse(notice.event.payload).data?.record.usage;
}
