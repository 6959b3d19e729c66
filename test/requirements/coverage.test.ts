import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutation/mutants.ts';
import { requirementFiles } from '../../src/drivers/index.ts';
import { MODULES } from '../architecture/module-table.ts';
import { ROOT } from '../architecture/source-files.ts';
import { citationsIn, citingFiles } from './citations.ts';
import { verifies } from './verifies.ts';

const requirements = await requirementFiles(join(ROOT, 'test/requirements/data')).read();
const done = requirements.filter((one) => one.status === 'done');
const citations = citationsIn(citingFiles().filter((file) => !file.path.endsWith('citations.test.ts')));

/** How many requirements each source holds, and each group that has a fixed size: a lost row is a lost promise. */
const SOURCE_SIZES = { MH4: 186, ACI: 50, ELN: 441, MAH: 156, ART: 210, ROLES: 56 };
const GROUP_SIZES = { decision: 109, validation_code: 213, fixture: 20, termination: 12 };

describe('the list of requirements', () => {
  it.each(Object.entries(GROUP_SIZES))('holds every %s', (kind, size) => {
    expect(requirements.filter((one) => one.kind === kind)).toHaveLength(size);
  });

  it.each(Object.entries(SOURCE_SIZES))('holds everything of %s', (seed, size) => {
    expect(requirements.filter((one) => one.seed === seed)).toHaveLength(size);
  });

  it('gives each requirement to a module of the architecture', () => {
    const names = new Set(['web', ...MODULES.map((row) => row.name)]);
    expect(requirements.filter((one) => !names.has(one.module)).map((one) => `${one.id}: ${one.module}`)).toEqual([]);
  });

  it('states no two requirements in the same words', () => {
    const statements = requirements.map((one) => one.statement);
    expect(statements.filter((text, at) => statements.indexOf(text) !== at)).toEqual([]);
  });
});

describe('a done requirement', () => {
  it('is cited by a test', verifies('KEL-REQ-01'), () => {
    expect(done.filter((one) => !citations.has(one.id)).map((one) => one.id)).toEqual([]);
  });

  it('names declarations that exist and that a mutation can change', verifies('KEL-REQ-01'), () => {
    const faults = done.flatMap((one) =>
      one.enforced_by.flatMap((place) => {
        const [file = '', name = ''] = place.split('#');
        const path = join(ROOT, file);
        if (!existsSync(path)) return [`${one.id}: no file ${file}`];
        return mutantsOf(file, readFileSync(path, 'utf8'), name).length === 0 ? [`${one.id}: nothing to change in ${place}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });
});

describe('a citation', () => {
  it('names a requirement that exists', () => {
    const known = new Set(requirements.map((one) => one.id));
    expect([...citations.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});
