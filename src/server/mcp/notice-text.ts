import { runPlanMade, runSubtaskDispatched, runSubtaskJudged, runTaskPerceived, type AttentionNotice } from '../../contracts/index.ts';

/** Enough of it to see what it is; the record has it whole. */
const CHARS_MAX = 300;

/** What happened, in one line; undefined for what nobody need be told while it works. */
export function noticeText(notice: AttentionNotice): string | undefined {
  const text = whole(notice);
  return text === undefined || text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX - 1)}…`;
}

function whole(notice: AttentionNotice): string | undefined {
  switch (notice.kind) {
    case 'approval_pending': {
      const { summary, approval_id: id } = notice.notification.params;
      return `Waits for a person: ${summary}. They answer with: keelson approve ${id}, or keelson deny ${id}`;
    }
    case 'approval_settled':
      return `${notice.approval_id}: ${notice.answer} (${notice.by})`;
    case 'hard_call_pending':
      return `Waits for a person: ${notice.prompt} They answer with: keelson answer ${notice.hard_call_id}`;
    case 'hard_call_settled':
      return `${notice.hard_call_id} is settled`;
    case 'function_call_pending':
      return `Waits for its client to call ${notice.name} (${notice.call_id})`;
    case 'function_call_settled':
      return `${notice.call_id} is settled`;
    case 'steering_taken':
      return `The model heard: ${notice.texts.join(' / ')}`;
    case 'tool_started':
      return notice.subject === '' ? notice.tool_id : `${notice.tool_id}: ${notice.subject}`;
    case 'tool_ended':
      return notice.why === undefined ? `${notice.tool_id} ${notice.status}` : `${notice.tool_id} ${notice.status}: ${notice.why}`;
    case 'tool_refused':
      return `${notice.tool_id} was refused: ${notice.message}`;
    case 'run_ended':
      return `Ended: ${notice.reason}`;
    case 'run_progress':
      return progressText(notice.event);
  }
}

function progressText({ type, payload }: Extract<AttentionNotice, { kind: 'run_progress' }>['event']): string | undefined {
  switch (type) {
    case runTaskPerceived.type: {
      const read = runTaskPerceived.payload.safeParse(payload);
      return read.success ? `Understood: ${read.data.task.intent}` : undefined;
    }
    case runPlanMade.type: {
      const read = runPlanMade.payload.safeParse(payload);
      return read.success ? `Planned: ${read.data.plan.subtasks.map(({ intent }) => intent).join('; ')}` : undefined;
    }
    case runSubtaskDispatched.type: {
      const read = runSubtaskDispatched.payload.safeParse(payload);
      return read.success ? `A step began (${read.data.role_id}, attempt ${read.data.attempt})` : undefined;
    }
    case runSubtaskJudged.type: {
      const read = runSubtaskJudged.payload.safeParse(payload);
      return read.success ? `A step was checked: ${read.data.outcome.status}` : undefined;
    }
    default:
      return undefined;
  }
}
