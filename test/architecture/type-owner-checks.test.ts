import { describe, expect, it } from 'vitest';
import {
  definitionProblems,
  duplicateProblems,
  learningModeListProblems,
  missingProblems,
  pendingProblems,
  phantomProblems,
} from '../../scripts/type-owners/checks.ts';
import { buildRegistry, renderRegistry } from '../../scripts/type-owners/registry.ts';
import { scanSource, scanSources, scanText } from '../../scripts/type-owners/scan.ts';
import type { TypeOwnerRegistryEntry } from '../../src/contracts/types/index.ts';
import { verifies } from '../requirements/verifies.ts';

function entry(name: string, more: Partial<TypeOwnerRegistryEntry> = {}): TypeOwnerRegistryEntry {
  return {
    type_name: name,
    canonical_owner_doc: 'src/contracts/a.ts',
    canonical_section_anchor: name,
    status: 'canonical',
    imported_by_docs: [],
    schema_version: '1.0',
    ...more,
  };
}

const pending = entry('Later', { status: 'pending_absorption', pending_consumer_behavior: 'block_route' });
const alias = entry('Other', { status: 'imported', replacement_type_name: 'Thing' });

describe('reading a source', () => {
  it('finds every kind of declaration of a type name, and only at the top', () => {
    const source = `
      export const Thing = z.strictObject({});
      export type Thing = z.infer<typeof Thing>;
      export interface Shape { readonly size: number }
      class Engine {}
      enum Colour { Red }
      type Hidden = string;
      export const LIMIT = 3, Second = z.string();
      export function schemaOf(): void { type Inner = string; }
      export { Elsewhere } from './elsewhere.ts';
    `;
    const found = (name: string, exported: boolean, isValue: boolean) => ({ name, file: 'x.ts', exported, isValue });
    expect(scanSource('x.ts', source).definitions).toEqual([
      found('Thing', true, true),
      found('Shape', true, false),
      found('Engine', false, true),
      found('Colour', false, true),
      found('Hidden', false, false),
      found('Second', true, true),
    ]);
  });

  it('keeps a definition exported and a value when only its first half is', () => {
    const source = 'export const Thing = 1; type Thing = number;';
    expect(scanSource('x.ts', source).definitions).toEqual([{ name: 'Thing', file: 'x.ts', exported: true, isValue: true }]);
  });

  it('names imports by what they are called at home', () => {
    const source = "import { Thing as Renamed, type Shape } from './a.ts'; import * as all from './b.ts'; import one from './c.ts';";
    expect(scanSource('x.ts', source).imports).toEqual([
      { name: 'Thing', file: 'x.ts' },
      { name: 'Shape', file: 'x.ts' },
    ]);
  });

  it('takes whole literals and schemaRef calls for references, and nothing else', () => {
    const source = [
      '/** See #/schemas/Comment. */',
      "const plain = '#/schemas/Plain';",
      'const template = `#/schemas/Template`;',
      'const open = `#/schemas/${plain}`;',
      "const message = 'expected #/schemas/Message';",
      "f({ deep: [schemaRef('Called'), schemaRef(plain), other('Uncalled'), schemaRef(`Quoted`)] });",
    ].join('\n');
    expect(scanSource('x.ts', source).references.map((reference) => reference.name)).toEqual([
      'Plain',
      'Template',
      'Called',
      'Quoted',
    ]);
  });

  it('reads lists of texts from arrays and from unions, and passes over what is no text', () => {
    const source = "const a = z.enum(['x', 'y', ...more, 3]); type B = 'p' | 'q' | number; const empty = []; type C = { c: 'r' };";
    expect(scanSource('x.ts', source).lists).toEqual([
      { values: ['x', 'y'], file: 'x.ts' },
      { values: ['p', 'q'], file: 'x.ts' },
    ]);
  });

  it('reads several sources as one, in their order', () => {
    const files = [
      { path: 'a.ts', text: "export type Apple = 1; const a = ['#/schemas/Apple'];" },
      { path: 'b.ts', text: "import { Apple } from './a.ts';" },
    ];
    expect(scanSources(files)).toEqual({
      definitions: [{ name: 'Apple', file: 'a.ts', exported: true, isValue: false }],
      lists: [{ values: ['#/schemas/Apple'], file: 'a.ts' }],
      imports: [{ name: 'Apple', file: 'b.ts' }],
      references: [{ name: 'Apple', file: 'a.ts' }],
    });
  });

  it('finds references anywhere in other files', () => {
    expect(scanText('role.yaml', 'in: "#/schemas/Plan"\nout: [#/schemas/Report]')).toEqual([
      { name: 'Plan', file: 'role.yaml' },
      { name: 'Report', file: 'role.yaml' },
    ]);
  });
});

describe('building the registry', () => {
  const contracts = scanSources([
    { path: 'src/contracts/a.ts', text: 'export type Thing = string; type Private = 1; export type Alone = 2;' },
    { path: 'src/contracts/b.ts', text: "import { Thing } from './a.ts'; import { Thing as T } from './a.ts'; export type Thing = 2;" },
    { path: 'src/contracts/c.ts', text: "import { Thing } from './a.ts';" },
  ]);

  it('gives every name its owner, status and reason, in the order of names', verifies('KEL-TYPES-01', 'ELN-A-09'), () => {
    const entries = buildRegistry({
      contracts,
      pending: [{ module: 'evaluation', section: 'B-24', behavior: 'block_route', names: ['Later', 'Zuletzt'] }],
      aliased: [
        { name: 'Other', status: 'imported', replacement: 'Thing', reason: 'Same.' },
        { name: 'Former', status: 'deprecated', replacement: 'Later', reason: 'Older.' },
      ],
      retired: [{ name: 'Never', reason: 'Not ours.' }],
    });
    const settled = 'src/contracts/types/settled-types.ts';
    expect(entries).toEqual([
      entry('Alone'),
      entry('Former', {
        canonical_owner_doc: settled,
        canonical_section_anchor: 'Later',
        status: 'deprecated',
        replacement_type_name: 'Later',
        reason: 'Older.',
      }),
      { ...pending, canonical_owner_doc: 'src/evaluation', canonical_section_anchor: 'B-24' },
      entry('Never', {
        canonical_owner_doc: settled,
        canonical_section_anchor: 'RETIRED_TYPES',
        status: 'retired',
        reason: 'Not ours.',
      }),
      { ...alias, canonical_section_anchor: 'Thing', reason: 'Same.' },
      entry('Thing', { imported_by_docs: ['src/contracts/b.ts', 'src/contracts/c.ts'] }),
      { ...pending, type_name: 'Zuletzt', canonical_owner_doc: 'src/evaluation', canonical_section_anchor: 'B-24' },
    ]);
  });

  it('keeps the first of two files as owner, so that the second is found', verifies('validation.type_owner_drift'), () => {
    const entries = buildRegistry({ contracts, pending: [], aliased: [], retired: [] });
    expect(definitionProblems(contracts.definitions, entries).map(({ name, detail }) => [name, detail])).toEqual([
      ['Thing', 'src/contracts/b.ts declares it again: import it from src/contracts/a.ts or choose another name.'],
    ]);
  });

  it('writes one entry on each line', () => {
    const text = renderRegistry([entry('A'), entry('B')]);
    expect(text.split('\n')).toEqual(['[', `  ${JSON.stringify(entry('A'))},`, `  ${JSON.stringify(entry('B'))}`, ']', '']);
    expect(JSON.parse(text)).toEqual([entry('A'), entry('B')]);
  });
});

describe('a second definition', () => {
  const entries = [entry('Thing'), pending, alias, entry('LearningMode')];
  const declared = (name: string, file: string) => scanSource(file, `type ${name} = string;`).definitions;

  it('is refused in any other file, exported or not', verifies('validation.type_owner_drift', 'ELN-A-09'), () => {
    expect(definitionProblems(declared('Thing', 'src/loops/x.ts'), entries)).toEqual([
      {
        code: 'validation.type_owner_drift',
        name: 'Thing',
        detail: 'src/loops/x.ts declares it again: import it from src/contracts/a.ts or choose another name.',
      },
    ]);
  });

  it('is not found in the owner itself, nor in names nobody owns', verifies('validation.type_owner_drift'), () => {
    expect(definitionProblems(declared('Thing', 'src/contracts/a.ts'), entries)).toEqual([]);
    expect(definitionProblems(declared('Free', 'src/loops/x.ts'), entries)).toEqual([]);
  });

  it('of a pending or aliased name is refused even in the file its entry names', verifies('validation.type_owner_drift'), () => {
    const found = [...declared('Later', 'src/contracts/a.ts'), ...declared('Other', 'src/contracts/a.ts')];
    const detail = (status: string) =>
      `src/contracts/a.ts declares it while its entry says ${status}: change the entry or choose another name.`;
    expect(definitionProblems(found, entries)).toEqual([
      { code: 'validation.type_owner_drift', name: 'Later', detail: detail('pending_absorption') },
      { code: 'validation.type_owner_drift', name: 'Other', detail: detail('imported') },
    ]);
  });

  it(
    'of the learning modes has a code of its own',
    verifies('validation.learning_mode_redeclared_outside_owner', 'ELN-A-11'),
    () => {
      const found = [...declared('LearningMode', 'src/memory/x.ts'), ...declared('Thing', 'src/memory/x.ts')];
      expect(definitionProblems(found, entries).map(({ code, name }) => [code, name])).toEqual([
        ['validation.learning_mode_redeclared_outside_owner', 'LearningMode'],
        ['validation.type_owner_drift', 'Thing'],
      ]);
    },
  );

  it(
    'of the learning modes is found under any name, in arrays and unions',
    verifies('validation.learning_mode_redeclared_outside_owner'),
    () => {
      const list = "['calibration', 'production', 'signal_generation', 'shadow']";
      const union = "'production' | 'signal_generation' | 'calibration'";
      const { lists } = scanSources([
        { path: 'src/memory/x.ts', text: `const MODES = ${list};` },
        { path: 'src/memory/y.ts', text: `type Mode = ${union};` },
        { path: 'src/memory/z.ts', text: "const some = ['production', 'calibration'];" },
        { path: 'src/contracts/evaluation/learning.ts', text: `export const LearningMode = z.enum(${list});` },
      ]);
      const problem = (file: string) => ({
        code: 'validation.learning_mode_redeclared_outside_owner',
        name: 'LearningMode',
        detail: `${file} lists the learning modes again: use those of src/contracts/evaluation/learning.ts.`,
      });
      expect(learningModeListProblems(lists)).toEqual([problem('src/memory/x.ts'), problem('src/memory/y.ts')]);
    },
  );

  it('is also a second entry, whatever its status', verifies('validation.type_owner_drift'), () => {
    const again = entry('Thing', { status: 'pending_absorption', pending_consumer_behavior: 'persist_only' });
    expect(duplicateProblems([...entries, again])).toEqual([
      {
        code: 'validation.type_owner_drift',
        name: 'Thing',
        detail: 'It has a second entry as pending_absorption: remove its name from the table that is out of date.',
      },
    ]);
    expect(duplicateProblems(entries)).toEqual([]);
  });
});

describe('a pending type', () => {
  it('must say what its consumers do meanwhile', verifies('validation.pending_owner_without_degraded_behavior'), () => {
    const silent = entry('Silent', { status: 'pending_absorption' });
    expect(pendingProblems([entry('Thing'), pending, alias, silent])).toEqual([
      {
        code: 'validation.pending_owner_without_degraded_behavior',
        name: 'Silent',
        detail: 'It is pending without a degraded behaviour: say what its consumers do meanwhile.',
      },
    ]);
  });
});

describe('a phantom', () => {
  const entries = [entry('Thing'), pending, alias, entry('Silent', { status: 'pending_absorption' }), entry('Gone', { status: 'retired' })];
  const used = (name: string) => ({ name, file: 'src/x.ts' });

  it('is a reference to a name that nothing defines or will', verifies('validation.phantom_type_reference', 'ELN-A-09'), () => {
    const references = ['Thing', 'Later', 'Other', 'Silent', 'Gone', 'Ghost'].map(used);
    expect(phantomProblems(references, entries)).toEqual(
      ['Other', 'Silent', 'Gone', 'Ghost'].map((name) => ({
        code: 'validation.phantom_type_reference',
        name,
        detail: 'src/x.ts refers to it, but no type owns that name: define it or correct the reference.',
      })),
    );
  });

  it('is a replacement that does not exist', verifies('validation.phantom_type_reference'), () => {
    const astray = entry('Astray', { status: 'deprecated', replacement_type_name: 'Ghost' });
    expect(phantomProblems([], [...entries, astray])).toEqual([
      {
        code: 'validation.phantom_type_reference',
        name: 'Ghost',
        detail: 'the entry of Astray refers to it, but no type owns that name: define it or correct the reference.',
      },
    ]);
  });

  it('is a name of the specification without an entry', verifies('validation.phantom_type_reference', 'KEL-TYPES-02'), () => {
    expect(missingProblems(['Thing', 'Forgotten', 'Gone'], entries)).toEqual([
      {
        code: 'validation.phantom_type_reference',
        name: 'Forgotten',
        detail: 'The specification uses it and no entry says what became of it: define it, or enter it as pending or settled.',
      },
    ]);
  });
});
