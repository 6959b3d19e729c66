import { runStart, sessionShow, sessionStart, type SessionId, type SessionState } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine } from './printable.ts';
import { shortId } from './run-figures.ts';
import { requestOf, type RunOptions } from './run.ts';
import { typedLines, type TypedLines } from './watch-run-lines.ts';
import { watchTask, type WatchedTask } from './watch-task.ts';

export interface ChatOptions extends Pick<RunOptions, 'mode' | 'workspace' | 'engine' | 'unattended'> {
  readonly session?: string;
  readonly last?: boolean;
}

const HELP = `Each line is a task; what was said before is known to it. While it works, what you type reaches it.
  /history   what was said so far
  /new       begin another conversation
  /help      this
  /exit      leave; keelson chat --last goes on`;

/** A conversation: each line is a task, and each knows what was asked before and what came of it. */
export async function chat(surface: Surface, options: ChatOptions): Promise<ExitCode> {
  const { terminal, signal } = surface;
  const opened = await openSession(surface, options.last === true ? 'last' : options.session);
  if ('exitCode' in opened) return opened.exitCode;
  let { sessionId } = opened;
  const inbox = inboxOf(surface);
  await terminal.writeError(`${style(terminal.colour).dim(`${sessionId} · a line is a task · /help`)}\n`);
  try {
    for (;;) {
      if (terminal.isInteractive) await terminal.writeError('\nyou> ');
      const line = (await inbox.next())?.trim();
      if (line === undefined || line === '/exit') return signal.aborted && signal.reason !== OUTPUT_ENDED ? EXIT.interrupted : EXIT.ok;
      if (line === '') continue;
      if (line === '/help') await terminal.writeError(`${HELP}\n`);
      else if (line === '/history') await tellHistory(surface, sessionId);
      else if (line === '/new') {
        const other = await openSession(surface, undefined);
        if ('exitCode' in other) return other.exitCode;
        ({ sessionId } = other);
        await terminal.writeError(`${sessionId}\n`);
      } else await work(surface, line, sessionId, options, inbox);
    }
  } finally {
    inbox.stop();
  }
}

/** A new one when none is named. */
export async function openSession(surface: Surface, named: string | undefined): Promise<{ readonly sessionId: SessionId } | { readonly exitCode: ExitCode }> {
  const { client, signal } = surface;
  const opened = named === undefined ? await client.call(sessionStart, {}, { signal, idempotencyKey: newKey() }) : await client.call(sessionShow, { session: named }, { signal });
  return opened.ok ? { sessionId: opened.value.session_id } : { exitCode: await showFailure(surface, opened.error, false) };
}

async function work(surface: Surface, request: string, sessionId: SessionId, options: ChatOptions, inbox: Inbox): Promise<void> {
  const key = newKey();
  await watchTask(
    surface,
    {
      key,
      lines: inbox.lendTo,
      start: (signal) => surface.client.call(runStart, requestOf(request, options, sessionId), { signal, idempotencyKey: key }),
      beginning: (runId) => `${style(surface.terminal.colour).dim(`${shortId(runId)} · Ctrl-C cancels it`)}\n`,
    },
    options,
  );
}

async function tellHistory(surface: Surface, sessionId: SessionId): Promise<void> {
  const shown = await surface.client.call(sessionShow, { session: sessionId });
  if (!shown.ok) return void (await showFailure(surface, shown.error, false));
  await surface.terminal.writeOut(renderHistory(shown.value));
}

const SUMMARY_CHARS_MAX = 400;

export function renderHistory({ latest, exchanges }: Pick<SessionState, 'latest' | 'exchanges'>): string {
  if (exchanges === 0) return 'Nothing was said yet.\n';
  const lines = latest.flatMap(({ input, summary, run_id: runId }) => [`you  ${oneLine(input, SUMMARY_CHARS_MAX)}`, `     ${oneLine(summary, SUMMARY_CHARS_MAX)} (${shortId(runId)})`]);
  return `${[...(exchanges > latest.length ? [`The last ${latest.length} of ${exchanges}:`] : []), ...lines].join('\n')}\n`;
}

interface Inbox {
  /** The next line; undefined when there is no more. */
  next(): Promise<string | undefined>;
  /** While a task works, lines are for it; from a pipe they are the next tasks, and wait. */
  readonly lendTo: NonNullable<WatchedTask['lines']>;
  stop(): void;
}

function inboxOf(surface: Surface): Inbox {
  const waiting: string[] = [];
  const keep = (line: string): void => void waiting.push(line);
  let unasked = keep;
  const lines = typedLines(surface, (line) => unasked(line));
  const lendTo = (forTask: (line: string) => void): TypedLines => {
    unasked = forTask;
    return { next: lines.next, stop: () => void (unasked = keep) };
  };
  return { next: async () => waiting.shift() ?? (await lines.next(surface.signal)), lendTo, stop: lines.stop };
}
