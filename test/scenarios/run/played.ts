import { RunEventLine, RunStartReport } from '../../../src/contracts/index.ts';
import type { ReceivedRequest } from '../../../src/models/index.ts';

/** What came of a scenario: all that its expectations are held against. */
export interface Played {
  /** Of every process, in the order in which they spoke. */
  readonly events: readonly RunEventLine[];
  /** The last line of the process that is judged. */
  readonly report: RunStartReport | undefined;
  readonly exitCode: number | null;
  readonly output: string;
  readonly stderr: string;
  /** Lines for a program that are neither an event nor the report. */
  readonly strangeLines: readonly string[];
  readonly requests: readonly ReceivedRequest[];
  /** The files that are spoken of, as they were left; undefined where there is none. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** What already went wrong while it was played. */
  readonly troubles: readonly string[];
}

export type SpokenLine = { readonly event: RunEventLine } | { readonly report: RunStartReport } | { readonly strange: string };

/** One line of `--json`, read as strictly as a program would. */
export function readLine(line: string): SpokenLine {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null) return { strange: line };
  if ('type' in value && value.type === 'run.report') {
    const { type: _type, ...rest } = value as Record<string, unknown>;
    const report = RunStartReport.safeParse(rest);
    return report.success ? { report: report.data } : { strange: `${report.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')} in ${line.slice(0, 400)}` };
  }
  const event = RunEventLine.safeParse(value);
  return event.success ? { event: event.data } : { strange: line };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const SHOWN_CHARS_MAX = 160;

/** Enough to see where a run went another way, on as few lines as there are events. */
export function traceOf({ events, requests, stderr, strangeLines, exitCode, report }: Played): string {
  const short = (value: unknown): string => {
    const text = JSON.stringify(value) ?? '';
    return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
  };
  const told = events.filter(({ type }) => !type.startsWith('counter.') && !type.startsWith('run.step_'));
  return [
    `exit ${exitCode}, ${requests.length} requests, ended ${report?.termination.reason ?? 'without a report'}: ${report?.termination.details ?? ''}`,
    ...requests.map((request) => `  asked ${request.number}: ${request.turn?.turn.name ?? request.outcome} ${request.faults.join(', ')}`),
    ...told.map(({ type, payload }) => `  ${type} ${short(payload)}`),
    ...strangeLines.map((line) => `  strange: ${line.slice(0, SHOWN_CHARS_MAX * 4)}`),
    ...stderr.split('\n').slice(-15).map((line) => `  | ${line}`),
  ].join('\n');
}
