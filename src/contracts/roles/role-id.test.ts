import { describe, expect, it } from 'vitest';
import { ControlRole, RoleId, WorkerRole } from './role-id.ts';

describe('roles', () => {
  it('are nine that control and eight that work', () => {
    expect(ControlRole.options).toEqual([
      'mother',
      'perceiver',
      'planner',
      'executor',
      'agent_validator',
      'meta_validator',
      'memory',
      'auditor',
      'solver',
    ]);
    expect(WorkerRole.options).toEqual(['librarian', 'research', 'coder', 'critic', 'analyst', 'vision', 'update', 'toolsmith']);
  });

  it('can be added to without a release', () => {
    expect(RoleId.safeParse('translator').success).toBe(true);
    expect(RoleId.safeParse('Translator!').success).toBe(false);
  });
});
