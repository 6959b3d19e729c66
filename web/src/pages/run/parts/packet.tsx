import { compact, words } from '../../../ui/format.ts';
import type { PacketView } from '../view/run-view.ts';

/** What one activation was given to know: what is in it whole, what only as a summary, and what was left out and why. */
export function Packet({ packet }: { readonly packet: PacketView }) {
  const { receipt, activation } = packet;
  const share = (tokens: number): string => `${Math.min(100, (tokens / activation.max_total_tokens) * 100)}%`;
  return (
    <figure className="packet" aria-label="The context packet">
      <figcaption>
        Context: {compact(receipt.actual_token_count)} of {compact(activation.max_total_tokens)} tokens
      </figcaption>
      <div className="packet-bar" aria-hidden="true">
        {receipt.sections.map(({ section, token_count, how }) => (
          <span key={section} className={how} style={{ width: share(token_count) }} title={`${words(section)}: ${token_count}`} />
        ))}
      </div>
      <ul>
        {receipt.sections.map(({ section, how, token_count, item_refs }) => (
          <li key={section}>
            <span className={`tag ${how === 'whole' ? 'good' : 'warn'}`}>{how === 'whole' ? 'included' : 'summarised'}</span> {words(section)}{' '}
            <span className="faint number">
              {compact(token_count)} tokens, {item_refs.length} {item_refs.length === 1 ? 'item' : 'items'}
            </span>
          </li>
        ))}
        {receipt.omitted_items.map(({ item_ref, omission_reason }) => (
          <li key={item_ref.key}>
            <span className="tag bad">omitted</span> <code>{item_ref.key}</code> <span className="faint">{words(omission_reason)}</span>
          </li>
        ))}
        {receipt.omitted_items.length === 0 && <li className="faint">Nothing was left out.</li>}
      </ul>
    </figure>
  );
}
