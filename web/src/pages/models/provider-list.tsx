import type { ListedProvider, Reachability } from '../../../../src/contracts/index.ts';
import { counted } from '../../ui/format.ts';

const REACHED = { yes: { says: 'answers', tone: 'good' }, no: { says: 'does not answer', tone: 'bad' }, not_tried: { says: 'not asked', tone: 'calm' } } as const;

export function ReachTag({ reachable: { state, why } }: { readonly reachable: Reachability }) {
  return (
    <span className={`tag ${REACHED[state].tone}`} title={why}>
      {REACHED[state].says}
    </span>
  );
}

export function ProviderList({ providers }: { readonly providers: readonly ListedProvider[] }) {
  if (providers.length === 0) return null;
  return (
    <section className="card" aria-labelledby="providers-title">
      <h2 id="providers-title">Providers</h2>
      <ul className="plain-list">
        {providers.map(({ provider, format, address, location, key_sources: keys, reachable, models_offered: offered }) => (
          <li key={provider}>
            <strong>{provider}</strong> <ReachTag reachable={reachable} /> <span className="tag calm">{location}</span>{' '}
            <span className="faint small">
              {format.replaceAll('_', ' ')} at <code>{address}</code>
              {offered !== null && `, offers ${counted(offered, 'model')}`}
              {keys.length > 0 && `, key from ${keys.join(' or ')}`}
            </span>
            {reachable.why !== '' && <p className="small">{reachable.why}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
