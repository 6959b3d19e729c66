import { createStore, useStore } from '../live/store.ts';

const here = (): string => globalThis.location?.pathname ?? '/';

/** Where the page stands. Its browser's own buttons move it too. */
const place = createStore(here());
globalThis.addEventListener?.('popstate', () => place.set(here()));

export function usePath(): string {
  return useStore(place);
}

/** Goes to another path of this page without loading it anew. */
export function navigate(path: string): void {
  if (path === here()) return;
  history.pushState(null, '', path);
  place.set(path);
  scrollTo(0, 0);
}
