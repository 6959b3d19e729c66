/** What a round found wrong, by what was promised. Empty lists are the aim. */
export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: string[];
  /** The log is not dense, not chained, or disagrees with what is folded from it. */
  readonly broken: string[];
  /** Done twice, or repeated in a way that nobody could recognise. */
  readonly doubled: string[];
  /** Runs that do not come to an end. */
  readonly stuck: string[];
  /** Counters that do not add up. */
  readonly miscounted: string[];
  /** Anything else that went wrong. */
  readonly other: string[];
}

export const FINDING_KINDS = ['lost', 'broken', 'doubled', 'stuck', 'miscounted', 'other'] as const satisfies readonly (keyof Findings)[];

export function noFindings(): Findings {
  return { lost: [], broken: [], doubled: [], stuck: [], miscounted: [], other: [] };
}

/** Adds what one round found, with the words by which it can be found again. */
export function addFindings(to: Findings, from: Findings, round: string): void {
  for (const kind of FINDING_KINDS) to[kind].push(...from[kind].map((finding) => `${round}: ${finding}`));
}

export function countFindings(findings: Findings): number {
  return FINDING_KINDS.reduce((sum, kind) => sum + findings[kind].length, 0);
}
