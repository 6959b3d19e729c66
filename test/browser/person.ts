import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ConsoleStage } from './console-stage.ts';

/** Where a person can look: a desk or a telephone, by day or by night. */
export interface Seat {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly isPhone?: boolean;
  /** What is put into every page before anything of it runs, as text: in place of what this browser cannot do. */
  readonly first?: string;
}

/** Somebody at a browser of their own, with everything that the page did wrong while they looked. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors that were printed, thrown or reported as against the policy of the page, in words. */
  readonly wrongs: string[];
  /** Every address that was asked for. */
  readonly requested: string[];
  /** Another tab of the same browser. */
  newTab(path?: string): Promise<Page>;
  leave(): Promise<void>;
}

/** What does not come in this time does not come: everything here happens on one machine. */
const PATIENCE_MS = 20_000;
/** The same for what is looked at again and again. */
export const PATIENT = { timeout: PATIENCE_MS };

export async function personAt(browser: Browser, stage: Pick<ConsoleStage, 'firstUrl' | 'url'>, { width = 1_280, height = 800, scheme = 'light', isPhone = false, first = '' }: Seat = {}): Promise<Person> {
  const viewport = isPhone ? { width: 390, height: 844 } : { width, height };
  const context = await browser.newContext({ viewport, colorScheme: scheme, hasTouch: isPhone, isMobile: isPhone, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  if (first !== '') await context.addInitScript(first);
  context.setDefaultTimeout(PATIENCE_MS);
  const wrongs: string[] = [];
  const requested: string[] = [];
  const watch = (page: Page): Page => {
    page.on('console', (message) => {
      if (message.type() === 'error') wrongs.push(message.text());
    });
    page.on('pageerror', (error) => void wrongs.push(String(error)));
    page.on('request', (request) => void requested.push(request.url()));
    return page;
  };
  const page = watch(await context.newPage());
  await page.goto(stage.firstUrl);
  return {
    context,
    page,
    wrongs,
    requested,
    async newTab(path = '/') {
      const tab = watch(await context.newPage());
      await tab.goto(new URL(path, stage.url).href);
      return tab;
    },
    leave: () => context.close(),
  };
}
