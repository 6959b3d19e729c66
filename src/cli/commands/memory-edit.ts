import { memoryPreferences, memoryPreferencesSave, type ErrorBody, type MemoryPreferencesReport, type MemoryPreferencesSaveReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';

export interface EditOptions {
  readonly stdin?: boolean;
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Opens the preferences of a folder in the person's editor; a machine reads them with --json and gives new ones with --stdin. */
export async function editMemory(surface: Surface, { stdin, workspace, json }: EditOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const of = workspace === undefined ? {} : { workspace };
  const now = await client.call(memoryPreferences, of, { signal });
  if (!now.ok) return showFailure(surface, now.error, json === true);
  if (stdin === true) return save(surface, now.value, (await linesOf(surface)).join('\n'), [], { of, json: json === true });
  if (!terminal.isInteractive || terminal.edit === undefined) {
    if (json !== true) return showFailure(surface, NO_TERMINAL, false);
    await terminal.writeOut(`${JSON.stringify(now.value)}\n`);
    return EXIT.ok;
  }
  const edited = await terminal.edit(now.value.draft, signal);
  if ('failed' in edited) return showFailure(surface, edited.failed, json === true);
  const exitCode = await save(surface, now.value, edited.text, now.value.proposals.map(({ preference_id: id }) => id), { of, json: json === true });
  // What they wrote is not lost with a text that could not be saved.
  if (exitCode === EXIT.ok) await edited.discard();
  else await terminal.writeError(`What you wrote is kept in ${printable(edited.file)}.\n`);
  return exitCode;
}

const NO_TERMINAL: ErrorBody = { code: 'input.invalid', message: 'There is no terminal to open an editor in.', next_step: 'Run it in a terminal; or read the file with --json, and give a whole new one with: keelson memory edit --stdin < FILE.', data: {} };

async function linesOf({ terminal, signal }: Surface): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of terminal.readLines(signal)) lines.push(line);
  return lines.at(-1) === '' ? lines : [...lines, ''];
}

async function save(surface: Surface, { sha256 }: MemoryPreferencesReport, text: string, shown: readonly string[], { of, json }: { readonly of: { readonly workspace?: string }; readonly json: boolean }): Promise<ExitCode> {
  const saved = await surface.client.call(memoryPreferencesSave, { ...of, text, based_on: sha256, shown: [...shown] as never }, { signal: surface.signal, idempotencyKey: newKey() });
  if (!saved.ok) return showFailure(surface, saved.error, json);
  await surface.terminal.writeOut(json ? `${JSON.stringify(saved.value)}\n` : renderSaved(saved.value));
  return EXIT.ok;
}

export function renderSaved({ path, is_changed: isChanged, added, removed, accepted, declined }: MemoryPreferencesSaveReport): string {
  const lines = [...added.map((line) => `+ ${line}`), ...removed.map((line) => `- ${line}`), ...(accepted.length === 0 ? [] : [`Accepted: ${accepted.join('; ')}`]), ...(declined.length === 0 ? [] : [`Declined, and not proposed again: ${declined.join('; ')}`])];
  return `${[isChanged ? `Saved ${path}. Runs in this folder are told it when they begin.` : `${path} is as it was.`, ...lines].map(printable).join('\n')}\n`;
}
