import type { ResponseUsage, RunStartReport, UrlCitation } from '../../contracts/index.ts';

/** Values of metadata are short in this format. */
export const METADATA_CHARS_MAX = 512;

/** How far the answer of a run can be relied on, as clients may show it: which run it was, how it ended, what was checked. */
export function relianceOf({ run_id, termination, report }: RunStartReport): Record<string, string> {
  const criteria = report?.criteria ?? [];
  const met = criteria.filter(({ verdict }) => verdict.verdict === 'pass').length;
  const open = criteria.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ verdict }) => `${verdict.criterion} (${verdict.verdict})`);
  return {
    keelson_run_id: run_id,
    keelson_ended: termination.reason,
    keelson_checked: `${met} of ${criteria.length} criteria met`,
    ...(open.length > 0 && { keelson_not_met: open.join('; ').slice(0, METADATA_CHARS_MAX).toWellFormed() }),
  };
}

/** What the answer rests on: everything that the run made and kept. The address names it where `keelson artifact` opens it. */
export function citationsOf({ report }: RunStartReport, text: string): UrlCitation[] {
  return (report?.artifacts ?? []).map(({ artifact_id, type }) => ({ type: 'url_citation', url: `keelson:artifact:${artifact_id}`, title: `${type} ${artifact_id}`, start_index: 0, end_index: text.length }));
}

/** The answer in words. Where nothing was reached it says why, and what could be tried next. */
export function answerText({ answer, termination, report }: RunStartReport): string {
  if (termination.reason === 'success') return answer === '' ? termination.details : answer;
  const moves = report?.result?.directive === 'abandon' ? report.result.next_moves : [];
  return [...(answer === '' ? [] : [answer]), termination.details, ...(moves.length > 0 ? [`What could be tried next: ${moves.join(' ')}`] : [])].join('\n\n');
}

export function addUsage(sum: ResponseUsage, more: ResponseUsage): ResponseUsage {
  return {
    input_tokens: sum.input_tokens + more.input_tokens,
    input_tokens_details: { cached_tokens: sum.input_tokens_details.cached_tokens + more.input_tokens_details.cached_tokens },
    output_tokens: sum.output_tokens + more.output_tokens,
    output_tokens_details: { reasoning_tokens: sum.output_tokens_details.reasoning_tokens + more.output_tokens_details.reasoning_tokens },
    total_tokens: sum.total_tokens + more.total_tokens,
  };
}
