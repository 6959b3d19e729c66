/** Keys that do something here, as a person reads them: `?`, `g h`, `Escape`. */
export interface KeyBinding {
  readonly keys: string;
  readonly says: string;
  readonly run: () => void;
}

export interface KeyPress {
  readonly key: string;
  readonly isTyping: boolean;
  readonly hasModifier: boolean;
  readonly atMs: number;
}

/** What was pressed before, and when: two keys belong together only when one soon follows the other. */
export interface Pending {
  readonly key: string;
  readonly atMs: number;
}

export const CHORD_MS = 1_500;

/** What a press means: a binding that it completes, and what it leaves for the next one. Whoever writes text presses nothing. */
export function readKey(bindings: readonly KeyBinding[], pending: Pending | undefined, press: KeyPress): { readonly found: KeyBinding | undefined; readonly pending: Pending | undefined } {
  if (press.isTyping || press.hasModifier) return { found: undefined, pending: undefined };
  const isSoon = pending !== undefined && press.atMs - pending.atMs <= CHORD_MS;
  const found = (isSoon ? bindings.findLast(({ keys }) => keys === `${pending.key} ${press.key}`) : undefined) ?? bindings.findLast(({ keys }) => keys === press.key);
  if (found !== undefined) return { found, pending: undefined };
  const opens = bindings.some(({ keys }) => keys.startsWith(`${press.key} `));
  return { found: undefined, pending: opens ? { key: press.key, atMs: press.atMs } : undefined };
}
