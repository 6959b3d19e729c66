import type { GraphFact, GraphRelation } from '../../contracts/index.ts';
import { entityKey } from './entity-name.ts';

/** `one_value`: only one object at a time. `one_version`: many objects, but each in one version at a time. */
export type RelationRule = 'one_value' | 'one_version';

/** Which relations hold one value at a time. Open: one that is not here holds as many as there are, and nothing contradicts it. */
export const RELATION_RULES: Readonly<Record<GraphRelation, RelationRule>> = {
  uses: 'one_version',
  runs_on: 'one_version',
  requires: 'one_version',
  depends_on: 'one_version',
  develops_with: 'one_version',
  locks: 'one_version',
  runs_image: 'one_version',
  sets: 'one_version',
  has_version: 'one_value',
  has_license: 'one_value',
  has_package_manager: 'one_value',
  has_origin: 'one_value',
  has_default_branch: 'one_value',
  is_deployed_to: 'one_value',
  is_owned_by: 'one_value',
  has_status: 'one_value',
  has_deadline: 'one_value',
  works_for: 'one_value',
  lives_in: 'one_value',
};

type Spoken = Pick<GraphFact, 'relation' | 'object' | 'object_version'>;

/** What two facts of one subject would share if they could not both hold; undefined when they always can. */
export function slotOf({ relation, object, object_version: version }: Spoken, rules: Readonly<Record<string, RelationRule>> = RELATION_RULES): string | undefined {
  const rule = Object.hasOwn(rules, relation) ? rules[relation] : undefined;
  if (rule === 'one_value') return relation;
  // Without a version it says only that it is there at all, which no version contradicts.
  return rule === 'one_version' && version !== null ? `${relation} ${entityKey(object)}` : undefined;
}

/** Whether both say the same of one subject. */
export function saysTheSame(one: Spoken, other: Spoken): boolean {
  return one.relation === other.relation && one.object_version === other.object_version && entityKey(one.object) === entityKey(other.object);
}
