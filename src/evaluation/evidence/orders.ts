/** Words that only somebody uses who speaks to whoever reads or judges the text. */
const CALLING = ['ignore the criteria', 'dear judge', 'dear validator', 'note to judge', 'note to validator', 'note to reviewer', 'judge:', 'judge it', 'judge this', 'assistant:', 'agents:', 'dear assistant'] as const;
/** In work of one's own these are enough, where the task does not speak of them. */
const OF_JUDGES = ['validator', 'verdict', 'ignore the criteria', 'dear judge', 'note to judge', 'note to reviewer', 'judge:', 'judge it', 'for the judge'] as const;
/** Others who look at work, and whom honest texts name as well. */
const OF_REVIEWERS = ['reviewer:', 'for the critic', 'for the reviewer'] as const;
const WANTED = ['met', 'criteria', 'criterion', 'accept', 'pass'] as const;
const ORDERED = [...WANTED, 'report', 'ignore', 'pretend'] as const;

/** Whether a line tells its judge what to say. */
export function ordersJudges(line: string): boolean {
  return orders(line, OF_JUDGES, WANTED);
}

/** Whether a line tells a reviewer or a critic what to say. */
export function ordersReviewers(line: string): boolean {
  return orders(line, OF_REVIEWERS, WANTED);
}

/**
 * A text without the lines that tell its readers what to find. They stand there, and so they may be told; but a number or a word
 * that only such a line gives is somebody's wish and no evidence.
 */
export function withoutOrders(text: string): string {
  return text.split('\n').filter((line) => !orders(line, CALLING, ORDERED)).join('\n');
}

function orders(line: string, marks: readonly string[], wanted: readonly string[]): boolean {
  const lower = line.toLowerCase();
  if (lower.includes('criteria are met') && lower.includes('all')) return true;
  return marks.some((mark) => lower.includes(mark)) && lower.split(/[^a-z]/u).some((word) => wanted.includes(word));
}
