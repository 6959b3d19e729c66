import { CONTEXT_COMPOSITION_ORDER, RECENT_MESSAGES_MAX, type ContextSection, type ContextSectionRule, type ContextSummary } from '../contracts/index.ts';
import { frameMaterial, withoutOurHeadings } from './frame.ts';
import type { ContextItem } from './item.ts';

/** A section with everything that was wanted in it. */
export interface WantedSection extends ContextSectionRule {
  readonly items: readonly ContextItem[];
  /** Older messages than a packet ever holds; named in the receipt. */
  readonly beyond: readonly ContextItem[];
}

/** What stands in the packet for a section. */
export type Block = { readonly how: 'whole' } | { readonly how: 'summarised' | 'left_out'; readonly summary: SummaryShown };

export type SummaryShown = Pick<ContextSummary, 'summary_text' | 'source_token_count' | 'summary_token_count'> & { readonly summary_id: string };

/** The sections that have something in them, in the order of a packet. */
export function sectionsOf(items: readonly ContextItem[]): WantedSection[] {
  return CONTEXT_COMPOSITION_ORDER.map((rule) => {
    const own = items.filter(({ section }) => section === rule.section);
    const from = rule.section === 'recent_messages' ? Math.max(0, own.length - RECENT_MESSAGES_MAX) : 0;
    return { ...rule, items: own.slice(from), beyond: own.slice(0, from) };
  }).filter((section) => section.items.length > 0);
}

/** The words of a section without their frames, for whoever summarises them. */
export function sourceText({ items }: WantedSection): string {
  return items.map(({ label, text }) => `${label}:\n${text}`).join('\n\n');
}

export function sectionText(section: WantedSection, block: Block): string {
  return `## ${section.section}\n${block.how === 'whole' ? wholeText(section) : replacedText(section.section, block)}`;
}

function wholeText({ items, beyond }: WantedSection): string {
  return [...(beyond.length === 0 ? [] : [`${beyond.length} earlier messages are not shown.`]), ...items.map(itemText)].join('\n\n');
}

function itemText({ by, label, text, section }: ContextItem): string {
  return by === 'keelson' ? text : `${label}:\n${frameMaterial(section, withoutOurHeadings(text))}`;
}

/** Says that it is a summary, of what, and under which name it can be cited. */
function replacedText(section: ContextSection, { how, summary }: Exclude<Block, { how: 'whole' }>): string {
  const what = `Summary ${summary.summary_id} of ${section} (${summary.source_token_count} tokens → ${summary.summary_token_count})`;
  if (how === 'left_out') return `${what}: left out, there was no room for any of it.`;
  return `${what}. It is not the whole; name it where your result rests on it.\n${frameMaterial(section, withoutOurHeadings(summary.summary_text))}`;
}

export function packetText(sections: readonly WantedSection[], blockOf: (section: WantedSection) => Block): string {
  return sections.map((section) => sectionText(section, blockOf(section))).join('\n\n');
}
