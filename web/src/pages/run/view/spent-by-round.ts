import type { RunView } from './run-view.ts';

export interface SpentInRound {
  readonly round: number;
  readonly usd: number;
  readonly tokens: number;
}

/** The round in whose work a model was asked: calls are named by their path, `execute/2/1/…`. What comes before any plan is the first's. */
export function roundOf(call: string): number {
  const [, second = ''] = call.split('/');
  const round = Number(second);
  return Number.isSafeInteger(round) && round > 0 ? round : 1;
}

/** What the questions to models took, by the round for which they were asked. */
export function spentByRound({ modelCalls }: Pick<RunView, 'modelCalls'>): readonly SpentInRound[] {
  const spent = new Map<number, SpentInRound>();
  for (const { call, usd, inputTokens, outputTokens } of modelCalls.values()) {
    const round = roundOf(call);
    const known = spent.get(round) ?? { round, usd: 0, tokens: 0 };
    spent.set(round, { round, usd: known.usd + usd, tokens: known.tokens + inputTokens + outputTokens });
  }
  return [...spent.values()].sort((one, other) => one.round - other.round);
}
