import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../live/store.ts';
import { readKey, type KeyBinding, type Pending } from './keys.ts';

/** Everything that keys do now; the help shows it. */
const bound = createStore<readonly KeyBinding[]>([]);

/** Binds keys while something is shown. What they do may change from one drawing to the next; which keys they are may not. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = JSON.stringify(bindings.map(({ keys, says }) => [keys, says]));
  useEffect(() => {
    const own = (JSON.parse(names) as [string, string][]).map(([keys, says], at): KeyBinding => ({ keys, says, run: () => latest.current[at]?.run() }));
    bound.set([...bound.get(), ...own]);
    return () => bound.set(bound.get().filter((binding) => !own.includes(binding)));
  }, [names]);
}

export function useBoundKeys(): readonly KeyBinding[] {
  return useStore(bound);
}

/** Listens for all that is bound. Called once, by the shell. */
export function useKeyboard(): void {
  useEffect(() => {
    let pending: Pending | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Shift' || event.defaultPrevented) return;
      const read = readKey(bound.get(), pending, { key: event.key, isTyping: isTyping(event.target), hasModifier: event.metaKey || event.ctrlKey || event.altKey, atMs: event.timeStamp });
      pending = read.pending;
      if (read.found === undefined) return;
      event.preventDefault();
      read.found.run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
