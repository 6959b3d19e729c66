import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, describe, it } from 'vitest';
import { buildPage } from '../../scripts/bundle/build-page.ts';
import { startChromium } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** One browser for a whole file, over the page as people get it. Where there is none, all is skipped, and it says why. */
export async function describeInBrowser(name: string, tests: (browser: Browser) => void): Promise<void> {
  const started = await startChromium();
  if ('why' in started) {
    describe(name, () => it.skip(`is not tried here: ${started.why}`, () => undefined));
    return;
  }
  const { browser } = started;
  await buildPage(ROOT);
  describe(name, () => {
    afterAll(() => browser.close());
    tests(browser);
  });
}
