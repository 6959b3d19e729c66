import { Diff } from '../../pages/run/parts/diff.tsx';
import type { Shown } from './component-props.ts';

export function TableShown({ of: { title, columns, rows } }: Shown<'table'>) {
  return (
    <div className="generated-table" tabIndex={0} role="region" aria-label={title ?? 'Table'}>
      <table>
        {title !== undefined && <caption>{title}</caption>}
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, nth) => (
                <td key={nth} className={typeof cell === 'number' ? 'figure' : undefined}>
                  {cell === null ? '–' : typeof cell === 'number' ? cell.toLocaleString() : String(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function DiffShown({ of: { path, diff } }: Shown<'diff'>) {
  return (
    <section aria-label={`Changes of ${path}`}>
      <code className="small">{path}</code>
      <Diff text={diff} />
    </section>
  );
}

export function TimelineShown({ of: { title, moments } }: Shown<'timeline'>) {
  return (
    <section>
      {title !== undefined && <h4>{title}</h4>}
      <ol className="generated-timeline">
        {moments.map(({ at, what }, nth) => (
          <li key={nth}>
            <span className="small faint">{at}</span>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function FileListShown({ of: { title, files } }: Shown<'file_list'>) {
  return (
    <section>
      {title !== undefined && <h4>{title}</h4>}
      <ul className="generated-files">
        {files.map(({ path, note }, nth) => (
          <li key={nth}>
            <code>{path}</code>
            {note !== undefined && <span className="small faint">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
