import { SESSION_CAME_TO_CHARS_MAX, SESSION_LINE_CHARS_MAX, SESSION_SAID_CHARS_MAX, TaintClass, type SessionEarlier } from '../../contracts/index.ts';

export interface OlderExchange {
  readonly input: string;
  readonly summary: string;
  readonly taint_class?: TaintClass | undefined;
}

/** Words with which people say how things are to be done from now on. What has none of them can be missed sooner. */
const RULE_WORDS: ReadonlySet<string> = new Set(['always', 'never', 'must', 'mustn', 'not', 'don', 'only', 'avoid', 'prefer', 'instead', 'rule', 'rules', 'remember', 'whenever', 'without', 'except', 'stop']);

/** Adds an exchange that is no longer among the last ones. Rules of the person are the last to go, and the newest of them last. */
export function withOlder(earlier: SessionEarlier | undefined, { input, summary, taint_class: taint = 'unclassified' }: OlderExchange): SessionEarlier {
  const before: SessionEarlier = earlier ?? { exchanges: 0, said: [], unsaid: 0, came_to: [], taint_class: 'owner_typed' };
  const said = within([...before.said, input], SESSION_SAID_CHARS_MAX, saysRule);
  return {
    exchanges: before.exchanges + 1,
    said,
    unsaid: before.unsaid + before.said.length + 1 - said.length,
    came_to: within([...before.came_to, lineOf(summary)], SESSION_CAME_TO_CHARS_MAX, () => false),
    taint_class: TaintClass.options[Math.max(TaintClass.options.indexOf(before.taint_class), TaintClass.options.indexOf(taint))] ?? 'unclassified',
  };
}

/** Takes off whole texts until the rest fits: first the oldest that matters less, then the oldest of all. */
function within(texts: readonly string[], charsMax: number, matters: (text: string) => boolean): string[] {
  const left = [...texts];
  const chars = (): number => left.reduce((sum, text) => sum + text.length, 0);
  while (left.length > 0 && chars() > charsMax) {
    const at = left.findIndex((text) => !matters(text));
    left.splice(Math.max(0, at), 1);
  }
  return left;
}

function saysRule(text: string): boolean {
  return text.toLowerCase().split(/[^\p{L}]+/u).some((word) => RULE_WORDS.has(word));
}

function lineOf(summary: string): string {
  const line = summary.split('\n').join(' ');
  return line.length <= SESSION_LINE_CHARS_MAX ? line : `${line.slice(0, SESSION_LINE_CHARS_MAX).toWellFormed()}…`;
}
