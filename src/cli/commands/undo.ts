import { runPreviewUndo, runUndo, type ErrorBody, type RunUndoReport, type UndoneChange } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { readRun } from './attention-ids.ts';
import { printable } from './printable.ts';
import { saysYes } from './says-yes.ts';

export interface UndoOptions {
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly workspace?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

type Outcome = UndoneChange['outcome'];

const DONE: Readonly<Record<Outcome, string>> = {
  restored: 'put back',
  removed: 'removed, as it was not there before',
  already_so: 'is as it was',
  changed_since: 'left alone',
  failed: 'could not be put back',
};

/** What takes something away from the folder, so that somebody may miss it. */
const TOUCHING: ReadonlySet<Outcome> = new Set<Outcome>(['restored', 'removed']);
const REMAINING: ReadonlySet<Outcome> = new Set<Outcome>(['changed_since', 'failed']);

/** Shows what would be put back, and puts it back after a yes; --force and --yes are one. */
export async function undo(surface: Surface, run: string, options: UndoOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const read = await readRun(surface, run);
  if ('fault' in read) return showFailure(surface, read.fault, asJson);
  const request = { run_id: read.runId, force: options.force === true, ...(options.workspace !== undefined && { workspace: options.workspace }) };
  const preview = await client.call(runPreviewUndo, request, { signal });
  if (!preview.ok) return showFailure(surface, preview.error, asJson);
  const isDry = options.dryRun === true;
  const hasYes = options.yes === true || options.force === true || !preview.value.changes.some(({ outcome }) => TOUCHING.has(outcome));
  if (!isDry && !hasYes) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(preview.value), asJson);
    await terminal.writeError(`${renderUndo(preview.value, true)}Do this? Type yes to go on: `);
    if (!(await saysYes(surface))) {
      await terminal.writeError('Nothing was done.\n');
      return EXIT.failed;
    }
  }
  const outcome = isDry ? preview : await client.call(runUndo, request, { signal, idempotencyKey: preview.value.confirmation });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderUndo(outcome.value, isDry));
  return outcome.value.changes.some((change) => REMAINING.has(change.outcome)) ? EXIT.failed : EXIT.ok;
}

function renderUndo({ changes, workspace, ran_programs: ranPrograms, is_incomplete: isIncomplete }: RunUndoReport, isDry: boolean): string {
  const lines = [
    ...(changes.length === 0 ? ['The run changed no file.'] : [`In ${printable(workspace)}${isDry ? ', if it were done now' : ''}:`]),
    ...changes.map(({ path, outcome, detail }) => `  ${printable(path)}: ${DONE[outcome]}${detail === '' ? '' : ` (${printable(detail)})`}`),
    ...(ranPrograms && changes.length > 0 ? ['The run started programs. What anybody changed in the folder while they ran counts as theirs and is in this list.'] : []),
    ...(ranPrograms ? ['Of programs, nothing is put back below node_modules, .venv, target and caches, nor are links and empty folders.'] : []),
    ...(isIncomplete ? [NOT_KEPT] : []),
    ...(changes.some(({ outcome }) => outcome === 'changed_since') ? ['--force puts back also what was changed since.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const NOT_KEPT = 'Not everything that the run may have done was kept, so some of it may remain: a link or a pipe, a file that could not be read, what a stopped call did, or everything where the folder was too large for copies.';

function needsYes({ run_id: runId, changes }: RunUndoReport): ErrorBody {
  const count = changes.filter(({ outcome }) => TOUCHING.has(outcome)).length;
  return {
    code: 'tool.approval_denied',
    message: `Taking back ${runId} changes ${count} ${count === 1 ? 'file' : 'files'}, so it needs a yes.`,
    next_step: 'Look at them with --dry-run, then run the same again with --yes.',
    data: { tool_id: 'undo', reason: 'nobody was asked' },
  };
}
