import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ROLE_APPROVAL_TRIGGERS } from '../../../test/support/role-triggers.ts';
import { alsoAsks } from './also-asks.ts';

const call = { decision: { tool_id: 'read_file', role_id: 'coder', arguments: { path: 'a.txt' }, intentions: [] }, reasons: [], isUndoable: true, origins: [], touches: ['workspace_read'] };
const asked = (policies: Parameters<typeof alsoAsks>[0]['policies'], triggers: Parameters<typeof alsoAsks>[0]['triggers'] = []) => alsoAsks({ call, tool: { category: 'file_ops', sideEffects: 'read_only' }, policies, triggers });

describe('what asks beside the tools', () => {
  it('is a policy of the person that asks or denies, and never one that allows', verifies('KEL-POLICY-20'), () => {
    expect(asked([{ tool_id: 'read_file', role_id: '*', decision: 'ask' }])).toEqual(['approval.policy: a policy asks about read_file for every role.']);
    expect(asked([{ tool_id: '*', role_id: 'coder', decision: 'deny', when: 'tool == "read_file"' }])).toEqual(['approval.policy: a policy denies every tool for coder when tool == "read_file".']);
    expect(asked([{ tool_id: '*', role_id: '*', decision: 'allow' }, { tool_id: '*', role_id: '*', decision: 'deny' }])).toEqual([]);
    expect(asked([{ tool_id: 'shell', role_id: '*', decision: 'deny' }])).toEqual([]);
  });

  it('is every trigger of the role whose condition holds', verifies('KEL-POLICY-20'), () => {
    const trigger = { trigger_id: 'reads', condition: 'touches contains "workspace_read"', required_approver: 'owner', expires_in: 'PT2H' } as const;
    expect(asked([], [trigger, { ...trigger, trigger_id: 'writes', condition: 'touches contains "workspace_write"' }])).toEqual(['approval.trigger: the contract of coder asks for a yes by its trigger reads.']);
  });

  it('is nothing for ordinary reading in any role', () => {
    expect(Object.entries(ROLE_APPROVAL_TRIGGERS).flatMap(([, triggers]) => asked([], triggers))).toEqual([]);
  });
});
