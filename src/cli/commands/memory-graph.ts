import { memoryGraph, type ErrorBody, type MemoryGraphReport, type WalkedFact } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { wrapText } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { oneLine, printable } from './printable.ts';
import { counted, shortId } from './run-figures.ts';

export interface GraphOptions {
  readonly hops?: string;
  readonly at?: string;
  readonly json?: boolean;
}

export async function showGraph(surface: Surface, entity: string | undefined, { hops, at, json }: GraphOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const atMs = at === undefined ? undefined : Date.parse(at);
  if (atMs !== undefined && Number.isNaN(atMs)) return showFailure(surface, noTime(at ?? ''), json === true);
  const shown = await client.call(memoryGraph, { ...(entity !== undefined && { entity }), ...(hops !== undefined && { hops: Number(hops) }), ...(atMs !== undefined && { at: new Date(atMs).toISOString() }) } as never, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(shown.value)}\n` : renderGraph(shown.value, terminal.columns));
  return EXIT.ok;
}

function noTime(at: string): ErrorBody {
  return { code: 'input.invalid', message: `"${at}" is no time.`, next_step: 'Give one such as 2026-11-16 or 2026-11-16T08:00:00Z.', data: {} };
}

export function renderGraph({ enabled, entity, walk }: MemoryGraphReport, width: number): string {
  const off = enabled ? [] : ['Memory is turned off in the settings: nothing is added to this.'];
  if (walk === null) return `${[...off, ...wrapText(`Nothing is known of ${printable(entity)} yet. When a run ends, facts are taken from files that it read whole: package.json, lock files, pyproject.toml, Cargo.toml, version files, compose files, tables, settings. keelson memory graph NAME shows what is known of anything else.`, width, '').split('\n')].join('\n')}\n`;
  const { facts, things, is_cut: isCut, hops } = walk;
  const holding = facts.filter(({ ended, valid_to: to }) => ended === null && to === null);
  const over = facts.filter((fact) => !holding.includes(fact));
  return `${[
    ...off,
    `${printable(walk.entity)} as of ${walk.at.slice(0, 16).replace('T', ' ')} · ${counted(things, 'thing')} within ${counted(hops, 'step')}`,
    ...holding.flatMap((fact) => factLines(fact, width)),
    ...over.flatMap((fact) => factLines(fact, width)),
    ...(isCut ? ['There is more than is shown; ask for a thing that is named here.'] : []),
  ].join('\n')}\n`;
}

const UNTRUSTED: ReadonlySet<string> = new Set(['external_untrusted', 'unclassified']);

function factLines({ hop, fact, valid_to: to, ended, source, taint_class: taint, is_disputed: isDisputed }: WalkedFact, width: number): string[] {
  const { subject, relation, object, object_version: version, valid_from: from } = fact;
  const words = `${oneLine(subject, NAME_CHARS_MAX)} ${relation.replaceAll('_', ' ')} ${oneLine(object, NAME_CHARS_MAX)}${version === null ? '' : ` ${oneLine(version, NAME_CHARS_MAX)}`}`;
  const when = to === null ? `since ${from.slice(0, 10)}` : `${from.slice(0, 10)} to ${to.slice(0, 10)}${ended === null ? '' : `, ${printable(ended.reason)}`}`;
  const notes = [shortId(fact.fact_id), when, `${oneLine(source.label, NAME_CHARS_MAX)}${source.run_id === null ? '' : ` in run ${shortId(source.run_id)}`}`, ...(source.how === 'model' ? ['read by a model'] : []), ...(UNTRUSTED.has(taint) ? ['nobody vouches for it'] : []), ...(isDisputed ? ['disputed'] : [])];
  return wrapText(`${words} (${notes.join('; ')})`, width, ' '.repeat(2 * hop)).split('\n');
}

const NAME_CHARS_MAX = 80;
