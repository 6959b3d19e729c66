import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Phase } from './phase.ts';
import { OnExceed, PHASE_LIMITS, phaseLimits, PhaseLimits, REPAIR_ESCALATIONS_MAX, ROLE_RETRIES_MAX } from './phase-limits.ts';

describe('phase limits', () => {
  it('gives plan, execute, review and repair their own numbers and nobody else', verifies('ROLES-10', 'ROLES-11'), () => {
    expect(PHASE_LIMITS).toEqual({
      plan: { timeout_sec: 30 },
      execute: { timeout_sec: 1_200, max_retries: 1 },
      review: { timeout_sec: 300 },
      repair: { timeout_sec: 600, max_retries: 2, on_exceed: 'escalate' },
    });
  });

  it('falls back on the registry for what a phase leaves open', verifies('ROLES-13'), () => {
    expect(Object.fromEntries(Phase.options.map((phase) => [phase, phaseLimits(phase)]))).toEqual({
      plan: { timeout_sec: 30, max_retries: 2, on_exceed: 'terminate' },
      execute: { timeout_sec: 1_200, max_retries: 1, on_exceed: 'terminate' },
      review: { timeout_sec: 300, max_retries: 2, on_exceed: 'terminate' },
      repair: { timeout_sec: 600, max_retries: 2, on_exceed: 'escalate' },
      approve: { timeout_sec: 900, max_retries: 2, on_exceed: 'terminate' },
      finalize: { timeout_sec: 900, max_retries: 2, on_exceed: 'terminate' },
      terminate: { timeout_sec: 900, max_retries: 2, on_exceed: 'terminate' },
    });
  });

  it('lets another registry change the fallback but not a phase of its own number', verifies('ROLES-13'), () => {
    const policies = {
      default_max_retries_per_phase: 7,
      default_phase_timeout_sec: 60,
      require_retrieval_report_on_rag: true,
      require_test_results_on_code_patch: true,
    };
    expect(phaseLimits('plan', policies)).toEqual({ timeout_sec: 30, max_retries: 7, on_exceed: 'terminate' });
    expect(phaseLimits('finalize', policies)).toEqual({ timeout_sec: 60, max_retries: 7, on_exceed: 'terminate' });
  });

  it('allows the critic one retry and a repair one escalation', verifies('ROLES-11'), () => {
    expect(ROLE_RETRIES_MAX).toEqual({ critic: 1 });
    expect(REPAIR_ESCALATIONS_MAX).toBe(1);
  });

  it('knows four things to do when retries are used up', () => {
    expect(OnExceed.options).toEqual(['terminate', 'escalate', 'approval_required', 'blocked']);
  });

  it('refuses a timeout of nothing and negative retries', () => {
    const limits = phaseLimits('plan');
    expect(PhaseLimits.safeParse(limits).success).toBe(true);
    expect(PhaseLimits.safeParse({ ...limits, timeout_sec: 0 }).success).toBe(false);
    expect(PhaseLimits.safeParse({ ...limits, max_retries: -1 }).success).toBe(false);
  });
});
