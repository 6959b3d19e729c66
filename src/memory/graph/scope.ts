import { GraphStreamId, Name } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { matterStreamOf, part } from '../place.ts';
import { entityKey } from './entity-name.ts';

/** The compartment that facts belong to. Whoever opened one has no way to name another. */
export interface GraphScope {
  readonly tenant: Name;
  /** Null for work that belongs to no matter; it is a compartment like every other. */
  readonly matter: Name | null;
}

const DIGEST_CHARS = 32;
const TENANT_CHARS_MAX = 36;

/** The stream of one thing in one compartment. */
export function graphStreamOf(scope: GraphScope, entity: string): GraphStreamId {
  return GraphStreamId.parse(`${scopeStreamOf(scope)}:${sha256Hex(entityKey(entity)).slice(0, DIGEST_CHARS)}`);
}

/** How the streams of all things of a compartment begin. */
export function scopeStreamOf({ tenant, matter }: GraphScope): string {
  return `graph:${part(Name.parse(tenant), TENANT_CHARS_MAX)}:${matterStreamOf(matter === null ? null : Name.parse(matter))}`;
}
