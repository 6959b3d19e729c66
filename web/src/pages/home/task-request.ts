import type { RequestOf, ResponseOf } from '../../api/operations.ts';

type StartRequest = RequestOf<'run.start'>;

/** The box as a person filled it in: text as typed, whatever it says. */
export interface TaskDraft {
  readonly request: string;
  readonly workspace: string;
  readonly mode: string;
  readonly engine: string;
  readonly maxCostUsd: string;
  readonly maxTokens: string;
  readonly maxMinutes: string;
  readonly maxToolCalls: string;
}

export const EMPTY_DRAFT: TaskDraft = { request: '', workspace: '', mode: '', engine: '', maxCostUsd: '', maxTokens: '', maxMinutes: '', maxToolCalls: '' };

export const MODES: readonly (readonly [mode: NonNullable<StartRequest['mode']>, says: string])[] = [
  ['ask', 'Ask me before every dangerous action'],
  ['workspace_session', 'Ask me before what leaves the folder or cannot be taken back'],
  ['session', 'Ask me only before what cannot be taken back'],
];

export const SECONDS_PER_MINUTE = 60;

/** Tasks that are read word for word, and need no model. */
export const TASKS_WITHOUT_MODEL: readonly string[] = ['count lines of code by language', 'count the files by type', 'find all images larger than 2 MB'];

/** What is started by it, or what has to be put right first. What was left out is as it is configured. */
export function requestOf(draft: TaskDraft): { readonly request: StartRequest } | { readonly problem: string } {
  const request = draft.request.trim();
  if (request === '') return { problem: 'Say what is to be done.' };
  const limits: [keyof NonNullable<StartRequest['budget']>, string, string][] = [
    ['max_cost_usd', draft.maxCostUsd, 'Money'],
    ['max_total_tokens', draft.maxTokens, 'Tokens'],
    ['max_duration_sec', draft.maxMinutes, 'Minutes'],
    ['max_tool_calls', draft.maxToolCalls, 'Tool calls'],
  ];
  const budget: NonNullable<StartRequest['budget']> = {};
  for (const [name, text, label] of limits) {
    if (text.trim() === '') continue;
    const value = Number(text) * (name === 'max_duration_sec' ? SECONDS_PER_MINUTE : 1);
    const isWhole = name === 'max_cost_usd' || name === 'max_duration_sec' || Number.isInteger(value);
    if (!Number.isFinite(value) || value <= 0 || !isWhole) return { problem: `${label}: a positive ${name === 'max_cost_usd' || name === 'max_duration_sec' ? '' : 'whole '}number, or nothing for the configured limit.` };
    budget[name] = name === 'max_duration_sec' ? Math.max(1, Math.round(value)) : value;
  }
  const mode = MODES.find(([one]) => one === draft.mode)?.[0];
  return {
    request: {
      request,
      ...(draft.workspace.trim() !== '' && { workspace: draft.workspace.trim() }),
      ...(mode !== undefined && { mode }),
      ...(draft.engine === 'offline' && { engine: 'offline' as const }),
      ...(Object.keys(budget).length > 0 && { budget }),
    },
  };
}

export function saysOfMode(mode: string): string {
  return MODES.find(([one]) => one === mode)?.[1] ?? mode;
}

/** In a line: where it is worked, when the person is asked, and what else was said. */
export function termsSaid(draft: TaskDraft, terms: Pick<ResponseOf<'run.terms'>, 'workspace' | 'mode'> | undefined): string {
  const folder = draft.workspace.trim() || terms?.workspace;
  const mode = draft.mode || terms?.mode;
  const hasOwn = [draft.maxCostUsd, draft.maxTokens, draft.maxMinutes, draft.maxToolCalls].some((limit) => limit.trim() !== '');
  if (folder === undefined || mode === undefined) return 'folder, approvals, limits';
  return [`in ${folder}`, saysOfMode(mode).toLowerCase(), ...(hasOwn ? ['limits of its own'] : []), ...(draft.engine === 'offline' ? ['no model is asked'] : [])].join(' · ');
}
