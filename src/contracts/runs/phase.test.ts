import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Phase, PhaseExit } from './phase.ts';

describe('a phase', () => {
  it('is one of seven, in the order a run meets them', verifies('ROLES-08'), () => {
    expect(Phase.options).toEqual(['plan', 'execute', 'review', 'repair', 'approve', 'finalize', 'terminate']);
  });

  it('is not invented', verifies('ROLES-08'), () => {
    expect(Phase.safeParse('deploy').success).toBe(false);
  });
});

describe('a phase exit', () => {
  const exits = [
    { exit: 'success', reason: 'all gates passed' },
    { exit: 'needs_repair', reason: 'two tests fail' },
    { exit: 'needs_approval', reason: 'a push was asked for', approval_id: sample.approvalId },
    { exit: 'needs_input', reason: 'the scope is open', questions: ['Which folder?'] },
    { exit: 'fail', reason: 'the repository is gone' },
  ];

  it('is one of five', verifies('ROLES-09'), () => {
    expect(exits.map((exit) => PhaseExit.parse(exit))).toEqual(exits);
    expect(faultsOf(PhaseExit, { exit: 'skipped', reason: 'no time' })).toEqual([
      "exit: Invalid discriminator value. Expected 'success' | 'needs_repair' | 'needs_approval' | 'needs_input' | 'fail'",
    ]);
  });

  it('always says why', verifies('ROLES-09'), () => {
    expect(exits.map((exit) => requiredFieldsOf(PhaseExit, exit))).toEqual(exits.map((exit) => Object.keys(exit)));
    const silent = exits.map((exit) => faultsOf(PhaseExit, { ...exit, reason: '' }));
    expect(silent).toEqual(exits.map(() => ['reason: Too small: expected string to have >=1 characters']));
  });

  it('names the approval or the questions it waits for', verifies('ROLES-09'), () => {
    expect(faultsOf(PhaseExit, { exit: 'needs_approval', reason: 'a push' })).toEqual([
      'approval_id: Invalid input: expected string, received undefined',
    ]);
    expect(faultsOf(PhaseExit, { exit: 'needs_input', reason: 'open', questions: [] })).toEqual([
      'questions: Too small: expected array to have >=1 items',
    ]);
  });

  it('has no room for anything else', verifies('ROLES-09'), () => {
    const talkative = exits.map((exit) => faultsOf(PhaseExit, { ...exit, mood: 1 }));
    expect(talkative).toEqual(exits.map(() => [': Unrecognized key: "mood"']));
  });

  it('carries an approval only when it needs one', verifies('ROLES-09'), () => {
    expect(faultsOf(PhaseExit, { exit: 'success', reason: 'done', approval_id: sample.approvalId })).toEqual([
      ': Unrecognized key: "approval_id"',
    ]);
  });
});
