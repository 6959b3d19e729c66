import { taskReplayCreateFork, taskReplayPreviewFork, type ErrorBody, type ForkOrder, type ForkPreview, type ForkReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printable } from './printable.ts';
import { resume } from './resume.ts';
import { minutes } from './run-report-text.ts';
import { saysYes } from './says-yes.ts';
import type { TaskOptions } from './watch-task.ts';

export interface ForkOptions extends TaskOptions {
  readonly at?: string;
  readonly checkpoint?: string;
  readonly reason?: string;
  readonly folder?: string;
  readonly steer?: string;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
  readonly maxToolCalls?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  /** False with --no-start. */
  readonly start?: boolean;
}

const SECONDS_PER_MINUTE = 60;

/** Shows what a fork would rest on, makes it after a yes where something cannot be taken back, and goes on with it. */
export async function fork(surface: Surface, run: string, options: ForkOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const { at, checkpoint, folder, reason, steer } = options;
  const place = { run, ...(at !== undefined && { at }), ...(checkpoint !== undefined && { checkpoint }), ...(folder !== undefined && { folder }) };
  const preview = await client.call(taskReplayPreviewFork, place, { signal });
  if (!preview.ok) return showFailure(surface, preview.error, asJson);
  const { irrevocable_side_effects: effects, confirmation } = preview.value;
  if (options.dryRun === true) {
    await terminal.writeOut(asJson ? `${JSON.stringify(preview.value)}\n` : renderPreview(preview.value));
    return EXIT.ok;
  }
  if (effects.length > 0 && options.yes !== true) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(preview.value), asJson);
    await terminal.writeError(`${renderPreview(preview.value)}Fork it? Type yes to go on: `);
    if (!(await saysYes(surface))) {
      await terminal.writeError('Nothing was done.\n');
      return EXIT.failed;
    }
  }
  const budget = budgetOf(options);
  const order: ForkOrder = { ...place, ...(reason !== undefined && { reason }), ...(steer !== undefined && { steer }), ...(Object.keys(budget).length > 0 && { budget }), acknowledged_side_effects: effects.map(({ side_effect_id: id }) => id) };
  const made = await client.call(taskReplayCreateFork, order, { signal, idempotencyKey: confirmation });
  if (!made.ok) return showFailure(surface, made.error, asJson);
  if (asJson) await terminal.writeOut(`${JSON.stringify(made.value)}\n`);
  else if (options.start === false) await terminal.writeOut(renderFork(made.value));
  else if (options.quiet !== true) await terminal.writeError(renderFork(made.value));
  return options.start === false ? EXIT.ok : resume(surface, made.value.fork.new_run_id, options);
}

function budgetOf({ maxTokens, maxCost, maxMinutes, maxToolCalls }: ForkOptions): NonNullable<ForkOrder['budget']> {
  return {
    ...(maxTokens !== undefined && { max_total_tokens: maxTokens }),
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
    ...(maxMinutes !== undefined && { max_duration_sec: Math.round(maxMinutes * SECONDS_PER_MINUTE) }),
    ...(maxToolCalls !== undefined && { max_tool_calls: maxToolCalls }),
  };
}

export function renderPreview({ parent_run_id: runId, event_seq: at, phase, moved, workspace, recorded_steps: steps, restored, irrevocable_side_effects: effects }: ForkPreview): string {
  return `${[
    ...(moved === undefined ? [] : [`${printable(moved)}.`]),
    `A fork of ${runId} at event ${at} reads ${steps} ${steps === 1 ? 'step' : 'steps'} from its record and begins to work before ${phase}, in ${printable(workspace)}.`,
    ...(restored.length === 0 ? ['No file has to be put back; the folder is copied as it is.'] : ['These files are put as they stood then, and all others are copied as they are:', ...restored.map((path) => `  ${printable(path)}`)]),
    ...(effects.length === 0 ? ['It rests on nothing that cannot be taken back.'] : ['It rests on this, which cannot be taken back and is not done again:', ...effects.map(({ kind, executed_at: when }) => `  ${minutes(when)}  ${printable(kind)}`)]),
  ].join('\n')}\n`;
}

export function renderFork({ fork: { new_run_id: newRunId, parent_run_id: runId }, event_seq: at, moved, workspace, recorded_steps: steps }: ForkReport): string {
  return `${[...(moved === undefined ? [] : [`${printable(moved)}.`]), `${newRunId} goes on from ${runId} at event ${at}, in ${printable(workspace)}; ${steps} ${steps === 1 ? 'step is' : 'steps are'} read from the record.`].join('\n')}\n`;
}

function needsYes({ parent_run_id: runId, irrevocable_side_effects: effects }: ForkPreview): ErrorBody {
  return {
    code: 'run.fork_refused',
    message: `A fork of ${runId} would rest on ${effects.length} ${effects.length === 1 ? 'thing' : 'things'} that cannot be taken back, so it needs a yes.`,
    next_step: 'Look at them with --dry-run, then run the same again with --yes; they are not done again.',
    data: { run_id: runId, validation_code: 'validation.restore_checkpoint_ignores_irreversible_side_effects', subjects: effects.map(({ side_effect_id: id }) => id) },
  };
}
