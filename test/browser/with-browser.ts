import type { Browser } from 'playwright-core';
import { afterAll, describe, it } from 'vitest';
import { startChromium } from './chromium.ts';
import { pageFolder, removeOwnPage } from './page-folder.ts';

/** One browser for a whole file, over the page as people get it. Where there is none, all is skipped, and it says why. */
export async function describeInBrowser(name: string, tests: (browser: Browser) => void): Promise<void> {
  const started = await startChromium();
  if ('why' in started) {
    describe(name, () => it.skip(`is not tried here: ${started.why}`, () => undefined));
    return;
  }
  const { browser } = started;
  await pageFolder();
  describe(name, () => {
    afterAll(async () => {
      await browser.close();
      removeOwnPage();
    });
    tests(browser);
  });
}
