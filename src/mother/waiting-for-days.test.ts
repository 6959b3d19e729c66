import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { waitingRig } from '../../test/support/waiting-rig.ts';
import type { VersionsAtHand } from './task/task-ports.ts';

/** A program of later: it has one tool more, and says some things in other words, but still knows the old ones. */
function upgraded({ prompts, tools, ...rest }: VersionsAtHand): VersionsAtHand {
  return { ...rest, prompts: Object.fromEntries(Object.entries(prompts).map(([name, versions]) => [name, ['9.0.0', ...versions]])), tools: { ...tools, tool_of_later: ['1.0.0'] } };
}

/** The program before work could be handed over. */
function older({ tools: { delegate: _later, ...tools }, ...rest }: VersionsAtHand): VersionsAtHand {
  return { ...rest, tools };
}

describe('a run that waits for a person', () => {
  it('waits for ten days, through restarts, a clock that jumps and an upgrade, and asks once', verifies('KEL-CHILD-14'), async () => {
    const rig = await waitingRig();
    const begun = older(rig.ports.versions);
    // The clock is set right twice, once back.
    for (const day of [0, 1, 2, 6, 4, 9]) await expect(rig.workOn(day, day < 4 ? begun : upgraded(begun))).rejects.toMatchObject({ code: 'journal.cancelled' });
    expect([(await rig.questions()).length, rig.server.requests().length, await rig.told('run.terminated')]).toEqual([1, 1, []]);
    await rig.sayYes(10);
    const { termination } = await rig.workOn(10, upgraded(begun));
    expect([termination.reason, await rig.read('.env'), rig.server.requests().length, (await rig.questions()).length, await rig.told('run.versions_accepted')]).toEqual(['success', 'PORT=8080\n', 2, 1, []]);
    const offered = rig.sent().map(({ tools }) => (tools as { function: { name: string } }[]).some(({ function: { name } }) => name === 'delegate' || name === 'tool_of_later'));
    expect(offered).toEqual([false, false]);
  });
});
