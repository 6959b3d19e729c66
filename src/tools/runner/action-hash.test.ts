import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { ProgramIntention } from '../registry/tool.ts';
import { actionHash, programHash, type Action } from './action-hash.ts';

const program: ProgramIntention = { argv: ['git', 'status'], currentFolder: '/project', environment: { A: '1', B: '2' } };
const action: Action = { definitionHash: sha256Hex('shell'), workspace: '/project', input: { command: 'git status' }, intentions: [{ kind: 'script', script: 'git status', ...program }] };

describe('the name of a decided action', () => {
  it('is the same for the same action, in whatever order its parts are written', verifies('KEL-CMD-09'), () => {
    expect(programHash({ ...program, environment: { B: '2', A: '1' } })).toBe(programHash(program));
    expect(actionHash({ intentions: action.intentions, input: action.input, workspace: '/project', definitionHash: action.definitionHash })).toBe(actionHash(action));
  });

  it('differs when anything differs that decides what runs', verifies('KEL-CMD-09', 'KEL-RUNNER-07'), () => {
    const programs: ProgramIntention[] = [
      program,
      { ...program, argv: ['git', 'statu'] },
      { ...program, argv: ['git status'] },
      { ...program, argv: ['git', 'status', ''] },
      { ...program, currentFolder: '/project/' },
      { ...program, environment: { A: '1' } },
      { ...program, environment: { A: '1', B: '3' } },
    ];
    expect(new Set(programs.map(programHash)).size).toBe(programs.length);
    const actions: Action[] = [
      ...programs.map((one): Action => ({ ...action, intentions: [{ kind: 'script', script: 'git status', ...one }] })),
      { ...action, definitionHash: sha256Hex('shell2') },
      { ...action, workspace: '/other' },
      { ...action, input: {} },
      { ...action, intentions: [] },
    ];
    expect(new Set(actions.map(actionHash)).size).toBe(actions.length);
  });

  it('changes with every changed byte of a script', verifies('KEL-CMD-09'), () => {
    const name = (script: string): string => actionHash({ ...action, intentions: [{ kind: 'script', script, ...program }] });
    fc.assert(fc.property(fc.string(), fc.string(), (one, other) => (name(one) === name(other)) === (one === other)));
  });
});
