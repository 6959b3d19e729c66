import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';

/** The task that asks, by its own words; what it asks can be answered before they are there. */
export function WhoAsks({ runId }: { readonly runId: string }) {
  const { value: run } = useQuery('run.show', { run: runId });
  return <Link to={pathTo('/runs/:run', { run: runId })}>{run?.request ?? 'A run'}</Link>;
}
