import { TableShown } from '../../../components/generated/lists.tsx';
import { resultSegments } from './result-segments.ts';

/** The words of a result, with the tables that they draw as tables. */
export function ResultWords({ text }: { readonly text: string }) {
  return resultSegments(text).map((segment, at) =>
    segment.kind === 'words' ? (
      <pre key={at} className="outcome-text">
        {segment.text}
      </pre>
    ) : (
      <TableShown key={at} of={{ component: 'table', columns: [...segment.columns], rows: segment.rows.map((row) => [...row]) }} />
    ),
  );
}
