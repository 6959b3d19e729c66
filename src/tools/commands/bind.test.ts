import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { bindAction, type BoundAction } from './bind.ts';

const toolDefinitionHash = sha256Hex('shell');
const action: BoundAction = { argv: ['git', 'status'], cwd: '/home/dev/project', environment: { PATH: '/usr/bin', LANG: 'C' }, toolDefinitionHash };

describe('the name of a decided action', () => {
  it('is the same for the same action, in whatever order the environment is written', verifies('KEL-CMD-09'), () => {
    expect(bindAction({ ...action, environment: { LANG: 'C', PATH: '/usr/bin' } })).toBe(bindAction(action));
  });

  it('differs when anything differs that decides what runs', verifies('KEL-CMD-09'), () => {
    const others: BoundAction[] = [
      { ...action, argv: ['git', 'statu'] }, { ...action, argv: ['git status'] }, { ...action, argv: ['git', 'status', ''] },
      { ...action, cwd: '/home/dev/project/' }, { ...action, environment: { PATH: '/usr/bin' } },
      { ...action, environment: { PATH: '/usr/bin', LANG: 'c' } }, { ...action, toolDefinitionHash: sha256Hex('shell2') },
      { script: 'git status', cwd: action.cwd, environment: action.environment, toolDefinitionHash },
      { script: 'git  status', cwd: action.cwd, environment: action.environment, toolDefinitionHash },
    ];
    expect(new Set([action, ...others].map(bindAction)).size).toBe(others.length + 1);
  });

  it('changes with every changed byte of a script', verifies('KEL-CMD-09'), () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const name = (script: string): string => bindAction({ script, cwd: '/', environment: {}, toolDefinitionHash });
        expect(name(one) === name(other)).toBe(one === other);
      }),
    );
  });
});
