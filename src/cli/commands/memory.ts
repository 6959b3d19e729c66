import { memoryCorrect, memoryForget, memoryList, memoryNote, memoryShow, type ErrorBody, type MegramState, type MemoryEpisode, type MemoryListReport, type MemoryPlaceItem, type MemoryShowReport, type PotentialAction } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { wrapText } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine, printable } from './printable.ts';
import { counted, shortId } from './run-figures.ts';
import { minutes } from './run-report-text.ts';

export interface MemoryOptions {
  readonly for?: boolean;
  readonly against?: boolean;
  readonly reason?: string;
  readonly about?: string;
  readonly workspace?: string;
  readonly json?: boolean;
}

const ACTION_WORDS: Readonly<Record<PotentialAction, string>> = { ignore: 'too little to go by', exploit: 'preferred', avoid: 'avoided', caution: 'asks first' };

export async function listMemory(surface: Surface, { json }: MemoryOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const listed = await client.call(memoryList, { limit: 50 }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(listed.value)}\n` : renderList(listed.value));
  return EXIT.ok;
}

export async function showMemory(surface: Surface, space: string, entity: string | undefined, { json }: MemoryOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const shown = await client.call(memoryShow, { space, limit: 50, ...(entity !== undefined && { entity }) }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(shown.value)}\n` : renderShown(shown.value, terminal.columns));
  return EXIT.ok;
}

export async function correctMemory(surface: Surface, space: string, entity: string, options: MemoryOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const { reason = '', about, json } = options;
  if (options.for !== true && options.against !== true) return showFailure(surface, NO_SIDE, json === true);
  const corrected = await client.call(memoryCorrect, { space, entity, side: options.for === true ? 'for' : 'against', reason: reason.trim(), ...(about !== undefined && { about: about as never }) }, { signal, idempotencyKey: newKey() });
  if (!corrected.ok) return showFailure(surface, corrected.error, json === true);
  const { before, after } = corrected.value;
  await terminal.writeOut(json === true ? `${JSON.stringify(corrected.value)}\n` : `Kept. ${printable(space)} with ${printable(entity)} was: ${ACTION_WORDS[before]}; is now: ${ACTION_WORDS[after]}.\n`);
  return EXIT.ok;
}

const NO_SIDE: ErrorBody = { code: 'input.invalid', message: 'It was not said which way the correction points.', next_step: 'Add --for when it works or may be used, or --against when it does not.', data: {} };

export async function noteMemory(surface: Surface, text: string, { workspace, json }: MemoryOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const noted = await client.call(memoryNote, { text: text.trim(), ...(workspace !== undefined && { workspace }) }, { signal });
  if (!noted.ok) return showFailure(surface, noted.error, json === true);
  const { path, is_new: isNew } = noted.value;
  await terminal.writeOut(json === true ? `${JSON.stringify(noted.value)}\n` : `${isNew ? 'Noted in' : 'It stands already in'} ${printable(path)}. Runs in this folder are told it when they begin; change the file as you like.\n`);
  return EXIT.ok;
}

export async function forgetMemory(surface: Surface, space: string, entity: string, { reason = '', json }: MemoryOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const gone = await client.call(memoryForget, { space, entity, reason: reason.trim() }, { signal, idempotencyKey: newKey() });
  if (!gone.ok) return showFailure(surface, gone.error, json === true);
  const { forgotten, receipts } = gone.value;
  await terminal.writeOut(json === true ? `${JSON.stringify(gone.value)}\n` : `Forgot ${counted(forgotten, 'memory', 'memories')} of ${printable(space)} with ${printable(entity)}.${receipts.map(({ stream_id: stream, sequence }) => ` Receipt: ${stream} ${sequence}.`).join('')}\n`);
  return EXIT.ok;
}

export function renderList({ enabled, places, more }: MemoryListReport): string {
  const off = enabled ? [] : ['Memory is turned off in the settings: runs neither read this nor add to it.'];
  if (places.length === 0) return `${[...off, 'Nothing is remembered yet. Runs leave what they learnt when they end: keelson run.'].join('\n')}\n`;
  return `${[...off, ...places.map(placeLine), ...(more ? ['There is more: keelson memory show SPACE lists one space.'] : ['keelson memory show SPACE ENTITY tells what happened.'])].join('\n')}\n`;
}

function placeLine({ space, entity, potentials: { attention, decision }, action, rules, written, last_at: last }: MemoryPlaceItem): string {
  return `${ACTION_WORDS[action].padEnd(20)} ${printable(space)} ${oneLine(entity, TAG_CHARS_MAX)} · attention ${attention.toFixed(2)}, decision ${signed(decision)} · ${counted(written, 'memory', 'memories')}${rules === 0 ? '' : `, ${counted(rules, 'rule')}`}, last ${minutes(last)}`;
}

const TAG_CHARS_MAX = 80;

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

export function renderShown({ place, sops, episodes, earlier, places }: MemoryShowReport, width: number): string {
  if (place === null) return `${places.map(placeLine).join('\n')}\n`;
  return `${[
    placeLine(place),
    ...sops.flatMap(({ kind, content }) => wrapText(`${kind === 'constraint' ? 'Rule against it' : 'Rule'}: ${printable(content)}`, width, '  ').split('\n')),
    ...(earlier === 0 ? [] : [`  ${earlier} earlier`]),
    ...episodes.flatMap((episode) => episodeLines(episode, width)),
  ].join('\n')}\n`;
}

const STATE_WORDS: Readonly<Record<MegramState, string>> = { abandon: 'given up', accept: 'done in full', change_approach: 'wrong approach', success: 'done well enough', break_symmetry: 'stuck, then another way', change_path: 'dead end', refine: 'nearly right', correction: 'correction', consolidated: 'rule' };

function episodeLines({ at, state, content, sigma, f, strength, run_id: run, said_by: by, level }: MemoryEpisode, width: number): string[] {
  const who = run === null ? `by ${printable(by)}` : `run ${shortId(run)}`;
  return wrapText(`${minutes(at)} ${level} ${STATE_WORDS[state]} (${signed(sigma * f)}, ${strength.toFixed(2)} left) ${who}: ${printable(content)}`, width, '  ').split('\n');
}
