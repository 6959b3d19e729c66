import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { endingOfError } from './ending-of-error.ts';

const unresolved = (mark?: 'needs_investigation' | 'insufficient_evidence') => new KeelsonError('conflict.unresolved', { message: 'Roles disagree.', nextStep: 'Say what counts.', data: { conflict_id: 'cnf_1', conflict_type: 'critic_vs_coder', ...(mark !== undefined && { mark }) } });

describe('a conflict that nothing settled', () => {
  it.each([undefined, 'needs_investigation' as const])('ends the run as one of conflicting agents (%s)', verifies('termination.conflicting_agents', 'MH4-2-10', 'KEL-ROLE2-02'), (mark) => {
    expect(endingOfError(unresolved(mark))).toEqual({ reason: 'conflicting_agents', suggestedAction: 'user_input', details: 'Roles disagree. Say what counts.', factors: ['conflict.unresolved', ...(mark === undefined ? [] : [mark])], canRetry: true, unmet: [] });
  });

  it('ends it for lack of evidence where what was found can be read in two ways', verifies('KEL-CONF-12'), () => {
    expect(endingOfError(unresolved('insufficient_evidence'))).toMatchObject({ reason: 'insufficient_evidence', suggestedAction: 'broaden_scope', factors: ['conflict.unresolved', 'insufficient_evidence'] });
  });
});
