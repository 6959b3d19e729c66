import type { Outcome } from '../../client/index.ts';
import { runShow, runStart, sessionShow, sessionStart, type ApprovalMode, type ErrorBody, type OnLimit, type RunEngine, type RunId, type RunStartRequest, type SessionId } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey, shortKey } from './new-key.ts';
import { shortId } from './run-figures.ts';
import { workAfterRun } from './schedule.ts';
import { watchTask, type TaskOptions } from './watch-task.ts';

export interface RunOptions extends TaskOptions {
  readonly mode?: ApprovalMode;
  readonly workspace?: string;
  readonly key?: string;
  readonly engine?: 'offline' | 'model';
  readonly session?: string;
  readonly saveAs?: string;
  readonly onLimit?: OnLimit;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
  readonly maxToolCalls?: number;
}

/** Has a task worked on in this folder. What happens is told as it happens, and what needs a person is asked right here. */
export async function run(surface: Surface, words: readonly string[], options: RunOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const request = words.join(' ').trim();
  if (request === '') return showFailure(surface, nothingAsked(), asJson);
  const session = options.session === undefined ? undefined : await namedSession(surface, options.session);
  if (session?.ok === false) return showFailure(surface, session.error, asJson);
  const key = options.key ?? shortKey();
  const { exitCode } = await watchTask(
    surface,
    {
      key,
      start: (signal) => surface.client.call(runStart, requestOf(request, { ...options, ...onLimitHere(surface, options) }, session?.value.session_id), { signal, idempotencyKey: key }),
      beginning: async (runId) => beginningText(runId, surface.terminal, await engineOf(surface, runId), options.key === undefined ? key : undefined, session?.value.session_id),
    },
    options,
  );
  await workAfterRun(surface);
  return exitCode;
}

function namedSession({ client, signal }: Surface, named: string): Promise<Outcome<{ readonly session_id: SessionId }>> {
  return named === 'new' ? client.call(sessionStart, {}, { signal, idempotencyKey: newKey() }) : client.call(sessionShow, { session: named }, { signal });
}

const SECONDS_PER_MINUTE = 60;

/** A person at a terminal is asked about a limit that is reached; programs and whoever is away are not, unless they say so. */
export function onLimitHere({ terminal }: Surface, { onLimit, json, unattended }: Pick<RunOptions, 'onLimit' | 'json' | 'unattended'>): { readonly onLimit: OnLimit } | undefined {
  if (onLimit !== undefined) return { onLimit };
  return terminal.isInteractive && json !== true && unattended !== true ? { onLimit: 'ask' } : undefined;
}

/** What is not said stays as it is configured. */
export function requestOf(request: string, { mode, workspace, engine, unattended, saveAs, onLimit, maxTokens, maxCost, maxMinutes, maxToolCalls }: RunOptions, sessionId: SessionId | undefined): RunStartRequest {
  const budget = {
    ...(maxTokens !== undefined && { max_total_tokens: maxTokens }),
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
    ...(maxMinutes !== undefined && { max_duration_sec: Math.ceil(maxMinutes * SECONDS_PER_MINUTE) }),
    ...(maxToolCalls !== undefined && { max_tool_calls: maxToolCalls }),
  };
  return {
    request,
    attendance: unattended === true ? 'unattended' : 'attended',
    ...(mode !== undefined && { mode }),
    ...(onLimit !== undefined && { on_limit: onLimit }),
    ...(workspace !== undefined && { workspace }),
    ...(engine !== undefined && { engine }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(saveAs !== undefined && { save_as: saveAs }),
    ...(Object.keys(budget).length > 0 && { budget }),
  };
}

const NO_MODEL = '; no model works on it, so what you type is read only as the answer to a question';

/** What becomes of the words that somebody types while it works. */
const TYPED: Readonly<Record<RunEngine, string>> = { model: '; what you type reaches the model before its next step', offline: NO_MODEL, tool: NO_MODEL };

/** Who works on the run; nobody needs to know where nothing can be typed. */
async function engineOf({ client, terminal }: Surface, runId: RunId): Promise<RunEngine | undefined> {
  if (!terminal.isInteractive) return undefined;
  const shown = await client.call(runShow, { run: runId });
  return shown.ok ? (shown.value.engine ?? undefined) : undefined;
}

/** What is lost with this terminal can be gone on with by its number, or by whoever knows the key. */
export function beginningText(runId: RunId, { colour }: Surface['terminal'], engine: RunEngine | undefined, key: string | undefined, sessionId: SessionId | undefined): string {
  const lines = [`${runId} · Ctrl-C cancels it${engine === undefined ? '' : TYPED[engine]}`, ...(key === undefined ? [] : [`If it is cut off, keelson resume ${shortId(runId)} goes on where it was (or the same again with --key ${key}).`]), ...(sessionId === undefined ? [] : [`In the conversation ${sessionId}.`])];
  return `${lines.map((line) => style(colour).dim(line)).join('\n')}\n`;
}

function nothingAsked(): ErrorBody {
  return { code: 'input.invalid', message: 'No task is given.', next_step: 'Say in plain words what is to be done, such as: keelson run "find the failing test and say why it fails"', data: {} };
}
