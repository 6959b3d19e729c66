import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hasCode } from '../../kernel/index.ts';
import { exitChecks, gateFacts } from './exit-checks.ts';
import { gateHolds, gatesIn, parseGateExpression, type GateExpression } from './gate-expression.ts';

const UNSEEN = undefined;

function faultOf(expression: string): unknown {
  try {
    return parseGateExpression(expression);
  } catch (error) {
    return hasCode(error, 'policy.expression_invalid') ? error.data.detail : error;
  }
}

describe('when a phase may be left', () => {
  it('is said with gates that exist and artifacts that have a schema', verifies('ACI-10'), () => {
    expect(gatesIn(parseGateExpression('not code_changed or artifact:CodePatch and (critic_passed or repair_exhausted)'))).toEqual(['code_changed', 'artifact:CodePatch', 'critic_passed', 'repair_exhausted']);
    expect(['all_is_well', 'artifact:Poem', 'artifact:', 'toString', '"plan_valid"', 'plan_valid and', 'not', 'and plan_valid'].map(faultOf)).toEqual([
      '"all_is_well" is no gate',
      '"artifact:Poem" is no gate',
      '"artifact:" is no gate',
      '"toString" is no gate',
      'expected a gate, found "plan_valid"',
      'expected a gate, found the end',
      'expected a gate, found the end',
      'expected a gate, found "and"',
    ]);
  });

  it('is neither yes nor no while it hangs on what nobody looked at', verifies('ACI-10', 'KEL-ROLE-02'), () => {
    const holds = (expression: string, plan: boolean | undefined, critic: boolean | undefined) => gateHolds(parseGateExpression(expression), (gateId) => (gateId === 'plan_valid' ? plan : critic));
    const values = [true, false, UNSEEN];
    const table = (expression: string) => values.map((plan) => values.map((critic) => holds(expression, plan, critic)));
    expect(table('plan_valid and critic_passed')).toEqual([[true, false, UNSEEN], [false, false, false], [UNSEEN, false, UNSEEN]]);
    expect(table('plan_valid or critic_passed')).toEqual([[true, true, true], [true, false, UNSEEN], [true, UNSEEN, UNSEEN]]);
    expect(values.map((plan) => holds('not plan_valid', plan, UNSEEN))).toEqual([false, true, UNSEEN]);
  });

  it('agrees with plain logic once everything was looked at', verifies('KEL-ROLE-02'), () => {
    const gates = ['plan_valid', 'critic_passed', 'code_changed'];
    const expressions = fc.letrec<{ one: GateExpression }>((tie) => ({
      one: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...gates).map((gateId): GateExpression => ({ kind: 'gate', gateId })),
        tie('one').map((inner): GateExpression => ({ kind: 'not', inner })),
        fc.tuple(fc.constantFrom('and' as const, 'or' as const), tie('one'), tie('one')).map(([kind, left, right]): GateExpression => ({ kind, left, right })),
      ),
    })).one;
    const written = (one: GateExpression): string => (one.kind === 'gate' ? one.gateId : one.kind === 'not' ? `not (${written(one.inner)})` : `(${written(one.left)}) ${one.kind} (${written(one.right)})`);
    const plainly = (one: GateExpression, open: ReadonlySet<string>): boolean => {
      if (one.kind === 'gate') return open.has(one.gateId);
      if (one.kind === 'not') return !plainly(one.inner, open);
      return one.kind === 'and' ? plainly(one.left, open) && plainly(one.right, open) : plainly(one.left, open) || plainly(one.right, open);
    };
    fc.assert(
      fc.property(expressions, fc.subarray(gates), (expression, opened) => {
        const open = new Set(opened);
        expect(gateHolds(parseGateExpression(written(expression)), (gateId) => open.has(gateId))).toBe(plainly(expression, open));
      }),
    );
  });
});

describe('the checks of a contract', () => {
  const ref = { kind: 'receipt', key: 'rcp_1' } as const;
  const contract = { role_id: 'coder', phase_exit_criteria: [{ phase: 'execute' as const, exit_when: ['plan_valid', 'not code_changed or artifact:CodePatch'], max_retries: 1, on_exceed: 'terminate' as const }] };
  const check = (gate_id: string, result: 'passed' | 'failed' | 'waived') => ({ gate_id, result, detail: 'seen', refs: [ref] });

  it('are one for each of its conditions in that phase, with what they rest on', verifies('ACI-10'), () => {
    expect(exitChecks(contract, 'execute', gateFacts([check('plan_valid', 'passed'), check('code_changed', 'passed'), check('artifact:CodePatch', 'waived')]))).toEqual([
      { gate_id: 'coder: plan_valid', result: 'passed', detail: 'It holds (plan_valid: yes).', refs: [ref] },
      { gate_id: 'coder: not code_changed or artifact:CodePatch', result: 'passed', detail: 'It holds (code_changed: yes, artifact:CodePatch: yes).', refs: [ref, ref] },
    ]);
    expect(exitChecks(contract, 'review', gateFacts([]))).toEqual([]);
  });

  it('stay closed where nobody looked', verifies('ACI-10', 'KEL-ROLE-02'), () => {
    expect(exitChecks(contract, 'execute', gateFacts([check('plan_valid', 'failed')]))).toEqual([
      { gate_id: 'coder: plan_valid', result: 'failed', detail: 'It does not hold (plan_valid: no).', refs: [ref] },
      { gate_id: 'coder: not code_changed or artifact:CodePatch', result: 'failed', detail: 'It does not hold (code_changed: not looked at, artifact:CodePatch: not looked at).', refs: [] },
    ]);
  });
});
