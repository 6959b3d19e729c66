import type { RequestOf } from '../../api/operations.ts';

/** What a person typed and chose; empty where they did not. */
export interface RunFilter {
  readonly reason: string;
  readonly standing: string;
  readonly since: string;
  readonly until: string;
  readonly costMin: string;
  readonly isRecalledOnly: boolean;
}

export const NO_FILTER: RunFilter = { reason: '', standing: '', since: '', until: '', costMin: '', isRecalledOnly: false };

type RunListRequest = RequestOf<'run.list'>;

/** What is asked for it. An amount that is none is not asked for: the field says so itself. */
export function requestOf({ reason, standing, since, until, costMin, isRecalledOnly }: RunFilter, limit: number): RunListRequest {
  const cost = Number(costMin);
  return {
    limit,
    ...(reason !== '' && { reason: reason as NonNullable<RunListRequest['reason']> }),
    ...(standing !== '' && { standing: standing as NonNullable<RunListRequest['standing']> }),
    ...(since !== '' && { since }),
    ...(until !== '' && { until }),
    ...(costMin.trim() !== '' && Number.isFinite(cost) && cost >= 0 && { cost_usd_min: cost }),
    ...(isRecalledOnly && { is_recalled: true }),
  };
}

export function isFiltered(filter: RunFilter): boolean {
  return (Object.keys(NO_FILTER) as (keyof RunFilter)[]).some((field) => filter[field] !== NO_FILTER[field]);
}
