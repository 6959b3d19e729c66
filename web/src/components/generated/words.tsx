import type { Shown } from './component-props.ts';
import { markdownBlocks, type Block, type Span } from './markdown-blocks.ts';

export function MarkdownShown({ of: { text } }: Shown<'markdown'>) {
  return (
    <div className="generated-words">
      {markdownBlocks(text).map((block, at) => (
        <BlockShown key={at} block={block} />
      ))}
    </div>
  );
}

function BlockShown({ block }: { readonly block: Block }) {
  if (block.kind === 'code') return <pre className="small">{block.text}</pre>;
  if (block.kind === 'paragraph') return <p>{block.spans.map(spanShown)}</p>;
  // The page has headings of its own above it.
  if (block.kind === 'heading') return block.level <= 2 ? <h3>{block.spans.map(spanShown)}</h3> : <h4>{block.spans.map(spanShown)}</h4>;
  const items = block.items.map((spans, at) => <li key={at}>{spans.map(spanShown)}</li>);
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function spanShown({ kind, text }: Span, at: number) {
  if (kind === 'strong') return <strong key={at}>{text}</strong>;
  if (kind === 'emphasis') return <em key={at}>{text}</em>;
  return kind === 'code' ? <code key={at}>{text}</code> : text;
}

const TONE_TAGS = { note: 'busy', good: 'good', warning: 'warn', bad: 'bad' } as const;

export function CalloutShown({ of: { tone, title, text } }: Shown<'callout'>) {
  return (
    <aside className={`generated-callout ${TONE_TAGS[tone]}`}>
      <strong>{title ?? tone}</strong>
      <p>{text}</p>
    </aside>
  );
}

export function MetricShown({ of: { label, value, unit, change } }: Shown<'metric'>) {
  return (
    <div className="generated-metric">
      <span className="small faint">{label}</span>
      <strong>
        {typeof value === 'number' ? value.toLocaleString() : value}
        {unit !== undefined && <span className="small"> {unit}</span>}
      </strong>
      {change !== undefined && <span className="small faint">{change}</span>}
    </div>
  );
}
