import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { OwnerDoc, PendingConsumerDegradedBehavior, TypeOwnerRegistryEntry, TypeOwnerStatus } from './type-owners.ts';

const entry = {
  type_name: 'Thing',
  canonical_owner_doc: 'src/contracts/core/ids.ts',
  canonical_section_anchor: 'Thing',
  status: 'canonical',
  imported_by_docs: ['src/contracts/runs/task.ts'],
  schema_version: '1.0',
};

describe('a type owner entry', () => {
  it('has one of five statuses', verifies('ELN-RULE-20'), () => {
    expect(TypeOwnerStatus.options).toEqual(['canonical', 'imported', 'pending_absorption', 'deprecated', 'retired']);
    expect(TypeOwnerRegistryEntry.parse(entry)).toEqual(entry);
  });

  it('names a replacement exactly when the name gave way to another', verifies('ELN-RULE-20'), () => {
    const accepts = (replacement: object) =>
      TypeOwnerStatus.options.filter((status) => TypeOwnerRegistryEntry.safeParse({ ...entry, status, ...replacement }).success);
    expect(accepts({ replacement_type_name: 'Other' })).toEqual(['imported', 'deprecated']);
    expect(accepts({})).toEqual(['canonical', 'pending_absorption', 'retired']);
  });

  it('knows five ways to behave while a type is pending', verifies('KEL-TYPES-05'), () => {
    expect(PendingConsumerDegradedBehavior.options).toEqual([
      'persist_only',
      'suppress_promotion',
      'disable_ui_affordance',
      'emit_validation_warning',
      'block_route',
    ]);
  });

  it('names its owner as a file or module of the product', () => {
    const good = ['src/evaluation', 'src/contracts/core/ids.ts', 'src/contracts/type-owners.ts'];
    const bad = ['', 'contracts/core/ids.ts', 'src', 'src/', 'src/../x.ts', 'src/a.js', '/src/a.ts', 'src/A.ts', 'src/a.ts/b'];
    expect([...good, ...bad].filter((path) => OwnerDoc.safeParse(path).success)).toEqual(good);
  });
});
