import type { AttentionNotice } from '../../contracts/index.ts';
import type { Surface } from '../surface.ts';
import { oneLine, printable, printableLines } from './printable.ts';
import { untilText } from './waiting-text.ts';

/** A program reads calls that wait as notifications; a question in words is for the person beside it, who would wait without knowing. */
export async function tellProgram({ terminal }: Pick<Surface, 'terminal'>, notice: AttentionNotice): Promise<void> {
  if (notice.kind === 'approval_pending') await terminal.writeOut(`${JSON.stringify(notice.notification)}\n`);
  if (notice.kind === 'hard_call_pending') await terminal.writeError(`${noticeLine(notice)}\n`);
}

/** One thing that happened, as one line for a person (several when a command follows). */
export function noticeLine(notice: AttentionNotice): string {
  switch (notice.kind) {
    case 'approval_pending': {
      const { summary, commands, approval_id: id, expires_at: expiresAt } = notice.notification.params;
      return [`? ${printable(summary)} (${id})`, `    ${untilText(expiresAt)}; silence is a no. In another terminal:`, ...commands.map((command) => `    ${printable(command)}`)].join('\n');
    }
    case 'approval_settled':
      return `${notice.approval_id}: ${settledText(notice)}`;
    case 'hard_call_pending':
      return [`? ${below(notice.prompt)} (${notice.hard_call_id})`, `    ${untilText(notice.expires_at)}. In another terminal:`, `    keelson answer ${notice.hard_call_id}`].join('\n');
    case 'hard_call_settled':
      return `${notice.hard_call_id}: answered`;
    case 'function_call_pending':
      return [`? waits for its client to call ${printable(notice.name)} (${notice.call_id})`, `    ${untilText(notice.expires_at)}. To go on without it, in another terminal:`, `    keelson skip ${notice.call_id}`].join('\n');
    case 'function_call_settled':
      return `${notice.call_id}: settled`;
    case 'steering_taken':
      return notice.texts.map((text) => `taken: ${printable(text)}`).join('\n');
    case 'tool_started':
      return `· ${notice.tool_id}${notice.subject === '' ? '' : `: ${printable(notice.subject)}`}`;
    case 'tool_ended':
      return `  ${notice.tool_id} ${notice.status === 'truncated' ? LONG_OUTPUT : notice.status}${notice.why === undefined ? '' : `: ${oneLine(notice.why, WHY_CHARS_MAX)}`}`;
    case 'tool_refused':
      return notice.stage === 'approval' ? `! ${notice.tool_id} was not done: ${printable(notice.message)}` : `! ${notice.tool_id} was refused: ${printable(notice.message)}`;
    case 'run_progress':
      return `· ${notice.event.type}`;
    case 'run_ended':
      return `${notice.run_id} ended: ${printable(notice.reason)}`;
  }
}

/** Every line after the first stands below it, so that none can be taken for a line of Keelson's own. */
function below(text: string): string {
  return printableLines(text).replaceAll('\n', '\n    ');
}

/** Nothing is missing of what it did: only what is shown at once is bounded. */
const LONG_OUTPUT = 'gave more than is shown at once; all of it is kept';

/** Enough of a failure to see what it is; the record has it whole. */
const WHY_CHARS_MAX = 240;

/** How a question came to its end, with who answered it when somebody did. */
function settledText({ answer, by }: { readonly answer: string; readonly by: string }): string {
  if (by === 'expiry') return 'nobody answered in time, so it is a no';
  return by === 'withdrawal' ? 'it is not asked any more' : `${printable(answer)} by ${printable(by)}`;
}
