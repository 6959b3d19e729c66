import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../../test/architecture/source-files.ts';
import { solverParts } from '../../../test/support/loop-samples.ts';
import { accepted, done, failing, inputOf, plan } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Experience } from './experience.ts';
import { createSolver } from './solver.ts';

const sources = sourceFiles(['src'], '.ts').filter(({ path }) => !path.endsWith('.test.ts'));

function filesThatSay(words: string): string[] {
  return sources.filter(({ text }) => text.includes(words)).map(({ path }) => path);
}

describe('the writer of experience', () => {
  it('is taken by the solver alone, which writes only after it has measured', verifies('ART-INV-15', 'ART-R4A-NOT-3', 'ART-R4B-NOT-1'), () => {
    // Where there is a memory, `main` makes the writer and passes it through `mother` to here; no other loop names it.
    expect(filesThatSay('ExperienceWriter').filter((path) => path.startsWith('src/loops/'))).toEqual(['src/loops/index.ts', 'src/loops/solver/experience.ts', 'src/loops/solver/solver.ts']);
    const learnt: Experience[] = [];
    const solver = createSolver(solverParts({ memory: { write: (experience) => learnt.push(experience) } }));
    const outcomes = [done.seeking, done.counting];
    const ended = solver.round(inputOf({ outcomes, judged: accepted() }));
    expect(learnt.map(({ state, loss }) => [state, loss])).toEqual([['accept', ended.kind === 'result' && ended.result.loss]]);
    solver.stop({ ...inputOf({ outcomes, judged: accepted() }), plan }, null, 'stopped.');
    expect([learnt.length, createSolver(solverParts()).round(inputOf(failing('logical'))).kind]).toEqual([1, 'directive']);
  });
});

describe('validators', () => {
  it('reach neither tools, nor models, nor the log: only what they are handed', verifies('ART-R4A-NOT-1', 'ART-R4B-NOT-2', 'ART-R4B-NOT-3', 'ART-R4B-NOT-4'), () => {
    const imports = sources.filter(({ path }) => path.startsWith('src/loops/validators/')).flatMap(({ text }) => text.split('\n').flatMap((line) => (line.startsWith('import') ? [line.split("'")[1]] : [])));
    expect([...new Set(imports)].filter((path) => !path?.startsWith('./')).toSorted()).toEqual(['../../contracts/index.ts', '../../kernel/index.ts', '../engine.ts', '../planner/mentions.ts']);
  });
});
