import { expect } from 'vitest';
import { gateFor } from '../scenarios/run/at-once.ts';
import { EXIT_CODE_BY_REASON, shortfalls } from '../scenarios/run/expectations.ts';
import { traceOf, type Played } from '../scenarios/run/played.ts';
import { play } from '../scenarios/run/scenario-runner.ts';
import { scenarioOf, type LiePair, type Side } from './lie-scenario.ts';

export interface PlayedSide {
  readonly played: Played;
  readonly reason: string;
  /** A mistake of the script, not of the product: somebody asked what no turn answers, or the plan was none. */
  readonly unscripted: readonly string[];
  /** All that is not as it should be. */
  readonly missing: readonly string[];
}

/** Plays one side: a twin has to succeed, and a lie may end in any honest way but that one. */
export async function playSide(pair: LiePair, side: Side): Promise<PlayedSide> {
  const scenario = scenarioOf(pair, side);
  const played = await play(scenario);
  const reason = played.report?.termination.reason;
  const unscripted = [
    ...played.requests.filter(({ turn }) => turn === undefined).map((request) => `request ${request.number} was answered by no turn`),
    ...(reason === undefined || played.events.some(({ type }) => type === 'run.plan_made') ? [] : [`there never was a plan: ${played.report?.termination.details}`]),
  ];
  const asIs = reason === undefined ? scenario.expect : { ...scenario.expect, reason, exit_code: EXIT_CODE_BY_REASON[reason] };
  const missing = shortfalls(side === 'true' ? scenario.expect : asIs, played);
  return { played, reason: reason ?? 'none', unscripted, missing: [...(side === 'false' && reason === 'success' ? ['the lie ended as a success'] : []), ...missing, ...unscripted] };
}

const AT_ONCE_MAX = 2;
const inTurn = gateFor(AT_ONCE_MAX);

/** Plays one side in its turn. A name stays on the list of what is awaited only as long as it has to. */
export async function holdsWhenPlayed(pair: LiePair, side: Side, isAwaited: boolean): Promise<void> {
  const { missing, played } = await inTurn(() => playSide(pair, side));
  if (isAwaited) expect(missing, `${pair.name} holds now: take it off test/lies/awaited.ts`).not.toEqual([]);
  else if (missing.length > 0) throw new Error(`${pair.name}\n${missing.map((one) => `- ${one}`).join('\n')}\n${traceOf(played)}`);
}
