import { useEffect, useState } from 'react';
import { relative } from './format.ts';

const TICK_MS = 10_000;

/** The time now, as often as it has to be to tell how long ago something was. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago something was, with the very time for whoever points at it. */
export function When({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {relative(at, now)}
    </time>
  );
}
