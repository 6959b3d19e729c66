import { expect, it } from 'vitest';
import { delegates, done, READS } from '../../../test/support/family-rig.ts';
import { finished, replayed } from '../../../test/support/replay-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { RunId, TaintClass } from '../../contracts/index.ts';
import { TYPED_BY_OWNER } from '../../tools/index.ts';

it('a run that handed work over, and the one that did it, come out the same from what they recorded', verifies('KEL-CHILD-15', 'KEL-REPLAY-01'), async () => {
  const run = await finished({ turns: [delegates({ task: 'Read notes.txt and say what it says.' }), { ...READS, answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'notes.txt' } }] }, done('It says milk.'), done('It says milk.')], answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never }) as never });
  const [parent, child] = (await run.rig.told('run.started')).map(({ run_id: id }) => id as RunId);
  expect([run.runId, run.reason, child === undefined]).toEqual([parent, 'success', false]);
  for (const runId of [parent, child] as RunId[]) expect([runId === child, await replayed({ ...run, runId }, 'simulation_from_recorded_outputs')]).toMatchObject([runId === child, { divergences: [], verdict: 'identical', ended: { original: 'success', replayed: 'success' } }]);
});

it('comes out the same also where the order is trusted less than the person, whose words above it count beside it', verifies('KEL-CHILD-15', 'KEL-CHILD-07'), async () => {
  const said: string[] = [];
  const judged: TaintClass = 'user_trusted_bounded';
  const provenance = { ...TYPED_BY_OWNER, ownerSaid: (words: string) => void said.push(words), wasTold: () => undefined, judgeAnswer: () => ({ verdict: { decision: 'allow' as const, rule: 'test.fine', explanation: 'Fine.' }, taintClass: judged, sources: [] }) };
  const run = await finished({ turns: [delegates({ task: 'Read notes.txt and say what it says.' }), { ...READS, answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'notes.txt' } }] }, done('It says milk.'), done('It says milk.')], answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never }) as never, overseers: () => ({ provenance }) as never });
  const [, child] = (await run.rig.told('run.started')).map(({ run_id: id }) => id as RunId);
  const asked = said.length;
  expect(await replayed({ ...run, runId: child as RunId }, 'simulation_from_recorded_outputs')).toMatchObject({ divergences: [], verdict: 'identical', ended: { original: 'success', replayed: 'success' } });
  expect(said.slice(asked)).toContain('What is in notes.txt?');
});
