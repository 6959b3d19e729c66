import type { GraphEntity } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';
import { nearestName } from '../../models/index.ts';
import { entityKey } from './entity-name.ts';
import { NEAR_NAMES_LOOKED_MAX, NEAR_NAMES_MAX } from './limits.ts';

const PAGE = 500;

/** Names of things that may have been meant: those that hold the words, then those that are written almost alike. */
export async function nearNames(words: string, prefix: string, documents: Pick<Documents, 'list'>): Promise<readonly GraphEntity[]> {
  const names: string[] = [];
  for (let after = ''; names.length < NEAR_NAMES_LOOKED_MAX; ) {
    const page = await documents.list(prefix, { after, limit: PAGE });
    for (const { body } of page) if (typeof body['entity'] === 'string') names.push(body['entity']);
    after = page.at(-1)?.key ?? after;
    if (page.length < PAGE) break;
  }
  const wanted = entityKey(words);
  const holding = names.filter((name) => entityKey(name).includes(wanted) || (wanted.includes(entityKey(name)) && name.length > 2)).toSorted((one, other) => one.length - other.length);
  const alike: string[] = [];
  for (let left = names.filter((name) => !holding.includes(name)); alike.length < NEAR_NAMES_MAX; left = left.filter((name) => !alike.includes(name))) {
    const nearest = nearestName(words, left);
    if (nearest === undefined) break;
    alike.push(nearest);
  }
  return [...holding, ...alike].slice(0, NEAR_NAMES_MAX);
}
