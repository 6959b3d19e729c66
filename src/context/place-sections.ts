import type { ContextSection } from '../contracts/index.ts';
import { budgetExceeded } from './budget.ts';
import { packetText, sectionText, sourceText, type Block, type SummaryShown, type WantedSection } from './sections.ts';
import { shortened, type SummaryPorts } from './summary/summarise-section.ts';

/** What became of each section before anything is recorded. */
export type Placed = { readonly how: 'whole' } | { readonly how: 'summarised' | 'left_out'; readonly words: ShortWords };
export type ShortWords = NonNullable<Awaited<ReturnType<typeof shortened>>>;

export interface ToPlace {
  readonly key: string;
  readonly sections: readonly WantedSection[];
  readonly availableTokens: number;
  readonly signal: AbortSignal;
}

/** Below this a summary says nothing, and the line that it was left out says more. */
const SUMMARY_TOKENS_MIN = 32;
/** Of the room left when its turn comes, a section that is too large keeps this for its summary; smaller ones below share the rest. */
const SUMMARY_SHARE = 0.5;
/** No real id can take more tokens than this one, in which letters and digits take turns. */
const WIDEST_ID = `sum_${'0A'.repeat(13)}`;
/** A fence is made of the text, so it costs a little more or less than that of an empty one. */
const FENCE_TOKENS = 32;

/**
 * Everything required goes in whole and every other section at least with the line that it was left out; when that does not
 * fit, there is no packet. What is left is given to the others by falling priority, whole before summarised, so at every
 * moment the packet fits and nothing is missing from it unsaid.
 */
export async function placeSections({ key, sections, availableTokens, signal }: ToPlace, ports: SummaryPorts): Promise<ReadonlyMap<ContextSection, Placed>> {
  const { countTokens } = ports;
  const placed = new Map<ContextSection, Placed>(sections.map((section) => [section.section, section.required ? { how: 'whole' } : atLeast(section, countTokens)]));
  const sizeWith = (changed?: WantedSection, to?: Placed): number => countTokens(packetText(sections, (section) => shown(section, section === changed && to !== undefined ? to : (placed.get(section.section) ?? { how: 'whole' }), countTokens)));
  if (sizeWith() > availableTokens) throw budgetExceeded(sizeWith(), availableTokens, sections.filter(({ required }) => required).map(({ section }) => section));
  const kept = new Map<WantedSection, number>();
  const room = (): number => availableTokens - [...kept.values()].reduce((sum, tokens) => sum + tokens, 0);
  for (const section of sections.filter(({ required }) => !required)) {
    if (sizeWith(section, { how: 'whole' }) <= room()) placed.set(section.section, { how: 'whole' });
    else kept.set(section, Math.floor((room() - sizeWith()) * SUMMARY_SHARE));
  }
  const focus = sections.filter(({ required }) => required).map(sourceText).join('\n');
  for (const section of kept.keys()) {
    kept.delete(section);
    const tokensMax = room() - sizeWith() - frameTokens(section, countTokens);
    if (tokensMax < SUMMARY_TOKENS_MIN) continue;
    const words = await shortened({ key: `${key}/${section.section}`, section: section.section, text: sourceText(section), focus, tokensMax, signal }, ports);
    if (words !== undefined && sizeWith(section, { how: 'summarised', words }) <= room()) placed.set(section.section, { how: 'summarised', words });
  }
  return placed;
}

/** The least that is said of a section: that it is not there, and what it held. */
function leftOut({ section, items }: WantedSection): ShortWords {
  return { summary_text: `Nothing of ${section} is in the packet: there was no room for it.`, information_preserved: [], information_lost: items.map(({ label }) => label), summarization_method: 'extractive' };
}

/** What is shorter than the line that it was left out is simply told. */
function atLeast(section: WantedSection, countTokens: (text: string) => number): Placed {
  const none: Placed = { how: 'left_out', words: leftOut(section) };
  const tokensOf = (placed: Placed): number => countTokens(sectionText(section, shown(section, placed, countTokens)));
  return tokensOf({ how: 'whole' }) <= tokensOf(none) ? { how: 'whole' } : none;
}

function shown(section: WantedSection, placed: Placed, countTokens: (text: string) => number): Block {
  return placed.how === 'whole' ? placed : { how: placed.how, summary: shownSummary(section, placed.words, countTokens) };
}

function shownSummary(section: WantedSection, { summary_text: text }: ShortWords, countTokens: (text: string) => number): SummaryShown {
  return { summary_id: WIDEST_ID, summary_text: text, source_token_count: countTokens(sourceText(section)), summary_token_count: countTokens(text) };
}

/** What a summary costs beside its own words, over the line that the section was left out. */
function frameTokens(section: WantedSection, countTokens: (text: string) => number): number {
  const empty = shownSummary(section, leftOut(section), countTokens);
  const around = countTokens(sectionText(section, { how: 'summarised', summary: { ...empty, summary_text: '' } })) - countTokens(sectionText(section, { how: 'left_out', summary: empty }));
  return around + FENCE_TOKENS;
}
