import { useEffect, useRef } from 'react';
import type { AttentionLedgerItem } from '../../../src/contracts/index.ts';
import { newlyWaiting, notify } from './notices.ts';

const TARGET = '/attention';

/** Has the browser tell of what waits now and did not before; nothing until it is known what waited. */
export function useNotices(items: readonly AttentionLedgerItem[] | undefined): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (items === undefined) return;
    const waiting = items.map((item) => ({ id: item.item_id, label: item.summary }));
    void notify(newlyWaiting(known.current, waiting), TARGET);
    known.current = new Set(waiting.map(({ id }) => id));
  }, [items]);
}
