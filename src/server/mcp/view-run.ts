import type { Client, Outcome } from '../../client/index.ts';
import { attentionList, resultText, runShow, RUN_VIEW_RESULT_CHARS_MAX, type RunReport, type RunView, type WaitsFor } from '../../contracts/index.ts';

/** One run in short, with what it waits for now. */
export async function viewRun(client: Client, run: string): Promise<Outcome<RunView>> {
  const shown = await client.call(runShow, { run });
  if (!shown.ok) return shown;
  const waiting = await client.call(attentionList, { run_id: shown.value.run_id });
  const waitsFor = waiting.ok ? waiting.value.items.map(({ item_id: id, summary, command_ref: command }) => ({ id, summary, command: command ?? null })) : [];
  return { ok: true, value: viewOf(shown.value, waitsFor) };
}

export function viewOf(report: RunReport, waitsFor: readonly WaitsFor[]): RunView {
  const { termination, result, plan } = report;
  const text = result === null ? null : wholeResult(report);
  return {
    run_id: report.run_id,
    request: report.request,
    standing: report.standing,
    phase: report.phase,
    plan: (plan?.subtasks ?? []).toSorted((one, other) => one.sequence - other.sequence).map(({ intent }) => intent),
    waits_for: [...waitsFor],
    reason: termination?.reason ?? null,
    details: termination?.details ?? null,
    result: text === null ? null : text.slice(0, RUN_VIEW_RESULT_CHARS_MAX),
    is_result_cut: text !== null && text.length > RUN_VIEW_RESULT_CHARS_MAX,
    criteria: report.criteria.map(({ verdict: { criterion, verdict, required } }) => ({ criterion, verdict, required })),
    artifacts: report.artifacts.map(({ artifact_id, type }) => ({ artifact_id, type })),
    total_tokens: report.consumed.total_tokens,
    cost_usd: report.consumed.cost_usd,
    started_at: report.started_at,
    ended_at: termination?.timestamp ?? null,
  };
}

/** Where nothing can be handed over, the words about it are. */
export function wholeResult({ result }: Pick<RunReport, 'result'>): string {
  return result === null ? '' : resultText(result.output) || result.summary;
}
