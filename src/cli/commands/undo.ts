import { RunId, runPreviewUndo, runUndo, type RunUndoReport, type UndoneChange } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';

export interface UndoOptions {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const WORDS: Readonly<Record<UndoneChange['outcome'], string>> = {
  restored: 'put back',
  removed: 'removed, as it was not there before',
  already_so: 'is as it was',
  changed_since: 'left alone',
  failed: 'could not be put back',
};

export async function undo(surface: Surface, run: string, options: UndoOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const runId = RunId.safeParse(run);
  if (!runId.success) return showFailure(surface, { code: 'input.invalid', message: `"${run}" is not the number of a run.`, next_step: 'A run is called run_ and 26 letters and digits; `keelson tools run` prints it.', data: {} }, asJson);
  const request = { run_id: runId.data, force: options.force === true };
  const preview = await surface.client.call(runPreviewUndo, request, { signal: surface.signal });
  if (!preview.ok) return showFailure(surface, preview.error, asJson);
  const outcome = options.dryRun === true ? preview : await surface.client.call(runUndo, request, { signal: surface.signal, idempotencyKey: preview.value.confirmation });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderUndo(outcome.value, options.dryRun === true));
  return outcome.value.changes.some(({ outcome: end }) => end === 'failed' || end === 'changed_since') ? EXIT.failed : EXIT.ok;
}

function renderUndo({ changes, workspace, is_incomplete: isIncomplete }: RunUndoReport, isDry: boolean): string {
  const lines = [
    ...(changes.length === 0 ? ['The run changed no file.'] : [`In ${workspace}${isDry ? ', if it were done now' : ''}:`]),
    ...changes.map(({ path, outcome, detail }) => `  ${path}: ${WORDS[outcome]}${detail === '' ? '' : ` (${detail})`}`),
    ...(isIncomplete ? ['Not everything the run did was kept, so some of it may remain.'] : []),
    ...(changes.some(({ outcome }) => outcome === 'changed_since') ? ['--force puts back also what was changed since.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
