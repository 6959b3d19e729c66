import type { ListedModel, ListedPrice } from '../../../../src/contracts/index.ts';
import { figure, count } from '../../ui/format.ts';
import { ReachTag } from './provider-list.tsx';

const PERCENT = 100;

function price(listed: ListedPrice): string {
  if (listed.kind === 'free') return 'free';
  return listed.kind === 'unknown' ? 'unknown' : `$${figure(listed.prices.input)} in, $${figure(listed.prices.output)} out`;
}

export function ModelTable({ models, defaultModel }: { readonly models: readonly ListedModel[]; readonly defaultModel: string | null }) {
  return (
    <section className="card" aria-labelledby="models-title">
      <h2 id="models-title">Models</h2>
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Answers</th>
            <th scope="col">Tiers</th>
            <th scope="col" className="number">
              Context
            </th>
            <th scope="col">A million tokens</th>
            <th scope="col">Output that fitted</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.model_id}>
              <th scope="row">
                {model.model_id} {model.model_id === defaultModel && <span className="tag good">first</span>}
                <span className="faint small"> {model.capabilities.map((one) => one.replaceAll('_', ' ')).join(', ')}</span>
              </th>
              <td data-label="Answers">
                <ReachTag reachable={model.reachable} />
              </td>
              <td data-label="Tiers">{model.tiers.join(', ') || '–'}</td>
              <td data-label="Context" className="number">
                {count(model.context_tokens)}
                {model.assumed.includes('context_tokens') && <span className="faint small"> assumed</span>}
              </td>
              <td data-label="A million tokens">{price(model.price)}</td>
              <td data-label="Output that fitted">
                {Object.entries(model.reliability)
                  .map(([role, { score, sample_size: of }]) => `${role} ${Math.round(PERCENT * score)} % of ${count(of)}`)
                  .join(', ') || 'not measured'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
