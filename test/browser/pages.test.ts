import { expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { consoleStage } from './console-stage.ts';
import { personAt } from './person.ts';
import { describeInBrowser } from './with-browser.ts';

await describeInBrowser('the pages that look back', (browser) => {
  it('show what runs came to, what is remembered, what the auditor saw, tools, models and settings, and nothing goes elsewhere', verifies('KEL-WEB-45'), async () => {
    await using stage = await consoleStage({ past: { days: 3, runsADay: 3 } });
    const { page, wrongs, requested, leave } = await personAt(browser, stage);
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('heading', { name: 'How they ended' }).waitFor();
    await page.getByRole('row', { name: 'Count lines of code by language' }).first().waitFor();
    expect(wrongs).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(stage.url))).toEqual([]);
    await leave();
  });
});
