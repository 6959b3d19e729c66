import { liveLog } from '../live/live-log.ts';
import { useStore } from '../live/store.ts';
import { Degraded } from '../ui/page-states.tsx';

/** Says so when what is shown may no longer be how things are. */
export function Standing() {
  const standing = useStore(liveLog.standing);
  if (standing === 'lost') return <Degraded>The server does not answer. What is shown may be old; it is tried again, and nothing is lost.</Degraded>;
  if (standing === 'locked') return <Degraded>This page is no longer let in. Open the whole address that keelson serve printed.</Degraded>;
  return null;
}
