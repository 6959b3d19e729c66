import { isDeepStrictEqual } from 'node:util';
import type { TerminationReason } from '../../../src/contracts/index.ts';
import type { Played } from './played.ts';
import type { Expected } from './scenario-file.ts';
import { speakerOf, toolsOffered } from './scripted-roles.ts';

/** What the exit code says of a run, as it is documented. */
export const EXIT_CODE_BY_REASON: Readonly<Record<TerminationReason, number>> = {
  success: 0,
  approval_denied: 10,
  policy_violation: 11,
  retries_exhausted: 12,
  timeout: 13,
  insufficient_evidence: 14,
  conflicting_agents: 15,
  budget_exhausted: 16,
  blocked: 17,
  context_budget_exceeded: 18,
  catastrophic_error: 19,
  user_cancelled: 130,
};

/** All that is not as it should be, each in a sentence; nothing when the promise was kept. */
export function shortfalls(expected: Expected, played: Played): string[] {
  if (expected.reason === null) return [...played.troubles, ...(played.exitCode === expected.exit_code ? [] : [`it ended with ${played.exitCode}`]), ...(played.report === undefined ? [] : ['it came to a run']), ...wordsOf(expected, played), ...eventsOf(expected, played), ...askedOf(expected, played)];
  return [...played.troubles, ...lawsBroken(played), ...wordsOf(expected, played), ...endingOf(expected, played), ...eventsOf(expected, played), ...reportOf(expected, played), ...filesOf(expected, played), ...askedOf(expected, played)];
}

/** What holds of every run, whatever it was asked. */
function lawsBroken({ events, strangeLines, report, exitCode }: Played): string[] {
  const broken = strangeLines.map((line) => `a line for programs is neither an event nor the report: ${line.slice(0, 500)}`);
  if (report === undefined) return [...broken, 'the last line is not the report'];
  const { reason } = report.termination;
  const endings = events.filter(({ type, payload }) => type === 'run.terminated' && payload?.['run_id'] === report.run_id);
  // A run that had ended before and is asked for again does not end twice.
  if (endings.length > 1) broken.push(`it ended ${endings.length} times`);
  if (exitCode !== EXIT_CODE_BY_REASON[reason]) broken.push(`it ended with ${exitCode}, and ${reason} is ${EXIT_CODE_BY_REASON[reason]}`);
  const unguarded = events.filter(({ type, payload }) => type === 'run.phase_exited' && (payload?.['gate'] ?? null) === null);
  if (unguarded.length > 0) broken.push('a phase was left without the receipt of a gate');
  if (report.report === undefined) return [...broken, 'the report holds no account of the run'];
  if (!report.report.artifacts.some(({ type }) => type === 'RunSummary')) broken.push('no RunSummary lies beside the termination record');
  const dangling = report.report.criteria.filter(({ verdict }) => verdict.verdict === 'pass' && verdict.evidence_refs.length === 0);
  if (dangling.length > 0) broken.push('a criterion passed on no evidence');
  if (reason === 'success' && report.report.criteria.some(({ verdict }) => verdict.required && verdict.verdict !== 'pass')) broken.push('a success leaves a required criterion unmet');
  if (reason === 'success' && report.report.criteria.length === 0) broken.push('a success was checked against nothing');
  return broken;
}

function wordsOf(expected: Expected, { output, stderr, report }: Played): string[] {
  const answer = report?.answer ?? '';
  return [
    ...lacking('the answer', answer, expected.answer_contains),
    ...holding('the answer', answer, expected.answer_lacks),
    ...holding('what was written', `${output}${stderr}`, expected.output_lacks),
    ...lacking('what was written', `${output}${stderr}`, expected.output_contains),
  ];
}

function endingOf(expected: Expected, { report }: Played): string[] {
  const ending = report?.termination;
  if (ending === undefined) return [];
  const { suggested_action: wanted } = expected;
  const isSuggested = wanted === undefined || (Array.isArray(wanted) ? wanted.some((one) => one === ending.suggested_action) : wanted === ending.suggested_action);
  return [
    ...differing('reason', expected.reason, ending.reason),
    ...(isSuggested ? [] : [`suggested ${ending.suggested_action}, not ${JSON.stringify(wanted)}`]),
    ...differing('can_retry', expected.can_retry, ending.can_retry),
    ...lacking('the details', ending.details, expected.details_contains === undefined ? [] : [expected.details_contains]),
    ...lacking('the contributing factors', ending.contributing_factors.join('; '), expected.factors_contain),
    ...(expected.unmet ?? []).filter((text) => !ending.unmet_criteria.some(({ criterion }) => criterion.includes(text))).map((text) => `"${text}" is not among what was not met`),
  ];
}

function eventsOf({ events: wanted, events_hold: held = [], directives }: Expected, { events }: Played): string[] {
  const types = events.map(({ type }) => type);
  const ordered = wanted?.in_order ?? [];
  let at = 0;
  for (const type of types) if (type === ordered[at]) at += 1;
  const issued = events.filter(({ type }) => type === 'run.directive_issued').map(({ payload }) => (payload?.['directive'] as { directive?: unknown } | undefined)?.directive);
  return [
    ...(wanted?.contains ?? []).filter((type) => !types.includes(type)).map((type) => `there is no ${type}`),
    ...(wanted?.lacks ?? []).filter((type) => types.includes(type)).map((type) => `there is a ${type}`),
    ...Object.entries(wanted?.counts ?? {}).flatMap(([type, count]) => differing(`the number of ${type}`, count, types.filter((one) => one === type).length)),
    ...(at < ordered.length ? [`${ordered[at]} does not come after ${ordered.slice(0, at).join(', ')}`] : []),
    ...held.filter(({ type, text }) => !events.some((event) => event.type === type && JSON.stringify(event.payload).includes(text))).map(({ type, text }) => `no ${type} holds "${text}"`),
    ...differing('the directives', directives, issued),
  ];
}

function reportOf(expected: Expected, { report: started }: Played): string[] {
  const report = started?.report;
  if (report === undefined) return [];
  return [
    ...differing('engine', expected.engine, report.engine),
    ...differing('directive', expected.directive, report.result?.directive),
    ...differing('rounds', expected.rounds, report.rounds),
    ...differing('corrections', expected.corrections, report.corrections),
    ...differing('prompts', expected.prompts, report.prompts),
    ...beyond('model calls', expected.model_calls, report.model_calls),
    ...beyond('tool calls', expected.tool_calls, report.consumed.tool_calls),
    ...beyond('tokens', expected.total_tokens, report.consumed.total_tokens),
    ...(expected.criteria ?? []).flatMap(({ criterion, verdict }) => {
      const found = report.criteria.findLast((one) => one.verdict.criterion.includes(criterion));
      return differing(`the verdict on "${criterion}"`, verdict, found?.verdict.verdict);
    }),
    ...(expected.conflicts ?? []).filter((wanted) => !report.conflicts.some((one) => one.conflict_type === wanted.type && (wanted.strategy ?? one.strategy_applied) === one.strategy_applied && (wanted.decision ?? one.final_decision) === one.final_decision)).map((wanted) => `there is no conflict ${JSON.stringify(wanted)} among ${JSON.stringify(report.conflicts.map((one) => [one.conflict_type, one.strategy_applied, one.final_decision]))}`),
    ...(expected.conflicts?.length === 0 && report.conflicts.length > 0 ? ['there is a conflict'] : []),
    ...(expected.artifacts ?? []).filter((type) => !report.artifacts.some((one) => one.type === type)).map((type) => `there is no ${type} among ${report.artifacts.map((one) => one.type).join(', ')}`),
  ];
}

function filesOf({ files = {} }: Expected, { files: left }: Played): string[] {
  return Object.entries(files).flatMap(([path, wanted]) => {
    const text = left.get(path);
    if ('absent' in wanted) return text === undefined ? [] : [`${path} is there`];
    if (text === undefined) return 'lacks' in wanted ? [] : [`${path} is not there`];
    if ('exact' in wanted) return text === wanted.exact ? [] : [`${path} is ${JSON.stringify(text)}`];
    return 'contains' in wanted ? lacking(path, text, [wanted.contains]) : holding(path, text, [wanted.lacks]);
  });
}

function askedOf({ asked = [], asks = {} }: Expected, { requests }: Played): string[] {
  const often = Object.entries(asks).flatMap(([as, count]) => differing(`how often the ${as} asked`, count, requests.filter((one) => speakerOf(one) === as).length));
  const held = asked.flatMap(({ as, nth, contains, lacks, offers, withholds }) => {
    const request = requests.filter((one) => speakerOf(one) === as)[nth - 1];
    if (request === undefined) return [`the ${as} did not ask ${nth} times`];
    const [what, text, tools] = [`request ${nth} of the ${as}`, JSON.stringify(request.body), toolsOffered(request)];
    return [
      ...lacking(what, text, contains),
      ...holding(what, text, lacks),
      ...offers.filter((name) => !tools.includes(name)).map((name) => `${what} does not offer ${name}`),
      ...withholds.filter((name) => tools.includes(name)).map((name) => `${what} offers ${name}`),
    ];
  });
  return [...often, ...held];
}

function differing(what: string, wanted: unknown, found: unknown): string[] {
  return wanted === undefined || isDeepStrictEqual(wanted, found) ? [] : [`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
}

function beyond(what: string, { exactly, max, min }: NonNullable<Expected['model_calls']> = {}, found: number): string[] {
  const isWithin = (exactly ?? found) === found && (max ?? found) >= found && (min ?? found) <= found;
  return isWithin ? [] : [`${what} were ${found}, not ${JSON.stringify({ exactly, max, min })}`];
}

function lacking(what: string, text: string, wanted: readonly string[] = []): string[] {
  return wanted.filter((one) => !text.includes(one)).map((one) => `${what} does not hold "${one}": ${text.slice(0, 300)}`);
}

function holding(what: string, text: string, unwanted: readonly string[] = []): string[] {
  return unwanted.filter((one) => text.includes(one)).map((one) => `${what} holds "${one}"`);
}
