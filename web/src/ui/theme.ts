import { createStore } from '../live/store.ts';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const KEPT_AS = 'keelson.theme';

const isTheme = (value: string | null): value is Theme => THEMES.some((theme) => theme === value);

/** Light or dark as the machine is set, unless this browser was told otherwise. */
export const theme = createStore<Theme>('system');

/** Reads what was chosen before, and shows it. */
export function startTheme(): void {
  const kept = localStorage.getItem(KEPT_AS);
  if (isTheme(kept)) theme.set(kept);
  const show = (): void => void (document.documentElement.dataset['theme'] = theme.get());
  theme.subscribe(show);
  show();
}

export function chooseTheme(next: Theme): void {
  theme.set(next);
  localStorage.setItem(KEPT_AS, next);
}

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system';
}
