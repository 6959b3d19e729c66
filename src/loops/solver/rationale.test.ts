import { describe, expect, it } from 'vitest';
import { fail, needed } from '../../../test/support/loop-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { rationaleFor } from './rationale.ts';
import type { Miss } from './shortfall.ts';

const named: Miss = { verdict: { ...fail(needed('all are found')), evidence: 'Two are missing.' }, failedAttempts: 2, attempts: 3, failedRounds: 0 };
const nothing = { tools: [], wrongTools: [], targets: [], newTargets: [] };
const loss = { D: 0.5, P: 1, Omega: 0, L: 0.6 };
const round = { state: 'refine', urgency: 'normal', named: { ...named, outcome: {} as never }, misses: [named], blocked: nothing, loss, previous: undefined } as const;

describe('the reason of an order', () => {
  it.each([
    ['a first round', {}, '“all are found” was not met in 2 of 3 attempts: Two are missing. Keep the approach and tighten it: other inputs, narrower parameters. The distance to what was asked is 0.50 and has to fall.'],
    [
      'everything at once',
      { state: 'change_approach', urgency: 'higher', named: { ...named, failedRounds: 2 }, misses: [named, named, named], blocked: { ...nothing, tools: ['seek', 'count'], targets: ['a.md', 'b.md'] }, previous: { ...loss, D: 0.25 } },
      '“all are found” was not met in 2 of 3 judgements of the whole, nor in 2 earlier rounds: Two are missing. With it, 2 more of what was judged are not met. Change the method: what was done is wrong in itself, whichever way the numbers move. Do without seek, count. Leave alone what did not respond: a.md, b.md. It is getting worse, so everything that did not help is blocked. The distance to what was asked rose from 0.25 to 0.50.',
    ],
    [
      'one of each',
      { state: 'change_path', urgency: 'lower', named: { ...round.named, failedRounds: 1 }, misses: [named, named], blocked: { ...nothing, tools: ['seek'], targets: ['a.md'] }, previous: { ...loss, D: 0.75 } },
      '“all are found” was not met in 2 of 3 attempts, nor in 1 earlier round: Two are missing. With it, 1 more of what was judged is not met. Keep the approach and turn to other targets: nothing has moved since the round before. Do without seek. Leave alone what did not respond: a.md. It is getting better, so only what concerns this criterion is blocked. The distance to what was asked fell from 0.75 to 0.50.',
    ],
    ['a round that stands still', { state: 'break_symmetry', previous: loss }, '“all are found” was not met in 2 of 3 attempts: Two are missing. Take a class of tools that was not used yet: the method is wrong and nothing has moved since the round before. The distance to what was asked stayed at 0.50.'],
  ] as const)('names what to change and which way: %s', verifies('ART-P-04'), (_name, more, words) => {
    expect(rationaleFor({ ...round, ...more })).toBe(words);
  });
});
