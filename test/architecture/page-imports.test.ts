import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { LOADED, loadedBy } from './page-imports.ts';
import { sourceFiles } from './source-files.ts';

describe('what a browser loads', () => {
  const files = [...sourceFiles(['web/src'], '.ts'), ...sourceFiles(['web/src'], '.tsx')].filter(({ path }) => !path.includes('.test.'));

  it('holds no schema: of the contracts it takes types alone', verifies('KEL-WEB-10'), () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(loadedBy)).toEqual([]);
    const client = LOADED.map((file) => ({ path: file, text: sourceFiles(['src/client'], '.ts').find(({ path }) => path.endsWith(file))?.text ?? '' }));
    expect(client.filter(({ text }) => text.split('\n').some((line) => line.startsWith('import {') && line.includes('contracts')))).toEqual([]);
  });

  it('would be found out', verifies('KEL-WEB-10'), () => {
    const path = 'web/src/x.ts';
    expect(loadedBy({ path, text: "import { RunId } from '../../src/contracts/index.ts';\nimport type { A } from '../../src/contracts/index.ts';\nexport { a } from '../../src/kernel/index.ts';\nimport { send } from '../../src/client/send.ts';\nawait import('../../src/tools/index.ts');" })).toEqual([`${path}: ../../src/contracts/index.ts`, `${path}: ../../src/kernel/index.ts`, `${path}: ../../src/tools/index.ts`]);
  });
});
