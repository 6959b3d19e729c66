type LineKind = 'file' | 'place' | 'added' | 'removed' | 'same';

function kindOf(line: string): LineKind {
  if (line.startsWith('+++') || line.startsWith('---') || line.startsWith('diff ') || line.startsWith('index ')) return 'file';
  if (line.startsWith('@@')) return 'place';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'same';
}

const SHOWN_LINES = 2_000;

/** A unified diff. What was added and removed is told by its sign as well as by its colour. */
export function Diff({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  return (
    <pre className="diff" tabIndex={0}>
      {lines.slice(0, SHOWN_LINES).map((line, at) => (
        <span key={at} className={kindOf(line)}>
          {line}
          {'\n'}
        </span>
      ))}
      {lines.length > SHOWN_LINES && `… ${lines.length - SHOWN_LINES} more lines: take it along to read them.`}
    </pre>
  );
}
