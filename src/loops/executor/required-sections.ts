import { CONTEXT_COMPOSITION_ORDER, type ContextSection, type RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** Each section of a packet stands below a line of its own with its name. */
export function sectionHeading(section: ContextSection): string {
  return `## ${section}`;
}

/** The required sections that a packet does not have, or of which it has the heading only. */
export function missingSections(packet: string): ContextSection[] {
  const lines = packet.split('\n').map((line) => line.trimEnd());
  return CONTEXT_COMPOSITION_ORDER.filter(({ section, required }) => required && !isThere(lines, sectionHeading(section))).map(({ section }) => section);
}

const HEADINGS: ReadonlySet<string> = new Set(CONTEXT_COMPOSITION_ORDER.map(({ section }) => sectionHeading(section)));

function isThere(lines: readonly string[], heading: string): boolean {
  const at = lines.indexOf(heading);
  if (at === -1) return false;
  const first = lines.slice(at + 1).find((line) => line !== '');
  return first !== undefined && !HEADINGS.has(first);
}

/** A role that was not told what its work is does none. */
export function demandSections(roleId: RoleId, packet: string): void {
  const sections = missingSections(packet);
  if (sections.length === 0) return;
  throw new KeelsonError('context.section_missing', {
    message: `The context for the role ${roleId} came without ${sections.join(' and ')}, so it did no work.`,
    nextStep: 'Compose the packet again with every required section, then start the attempt again.',
    data: { role_id: roleId, sections },
  });
}
