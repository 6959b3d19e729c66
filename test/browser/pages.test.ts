import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runStart } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { readScenarios } from '../scenarios/run/scenario-file.ts';
import { consoleStage } from './console-stage.ts';
import { PATIENT, personAt } from './person.ts';
import { describeInBrowser } from './with-browser.ts';

const goTo = (page: Page, name: string): Promise<void> => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const seen = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();

interface Told {
  readonly name: string;
  readonly asks: string;
  readonly reading: string;
  readonly shows: string;
  /** What is pressed on that page to come to the one that is meant. */
  readonly link?: string;
}

/** Each page with the first thing it asks, and something that it shows once it knows. */
const PAGES: readonly Told[] = [
  { name: 'Runs', asks: 'run.list', reading: 'the runs', shows: 'Compare the two price lists' },
  { name: 'Memory', asks: 'memory.list', reading: 'what is remembered', shows: 'tool:web_search' },
  { name: 'Auditor', asks: 'audit.list_reports', reading: 'the reports', shows: 'No report was made yet.' },
  { name: 'Tools', asks: 'tools.list', reading: 'the tools', shows: 'write_file' },
  { name: 'Models', asks: 'models.list', reading: 'the models', shows: 'house/mock-model' },
  { name: 'Settings', asks: 'system.doctor', reading: 'this machine', shows: 'Keelson 0.1.0' },
  { name: 'Home', asks: 'run.list', reading: 'runs', shows: 'Compare the two price lists' },
  { name: 'Runs', link: 'Compare the two price lists', asks: 'run.show', reading: 'the run', shows: 'Models and context' },
];

const openPage = async (page: Page, { name, link }: Told): Promise<void> => {
  await goTo(page, name);
  if (link !== undefined) await page.getByRole('link', { name: link }).first().click();
};

/** It says that it reads, then that nobody answers, and shows what there is when it is tried again. */
async function toldWhileAsked(page: Page, told: Told): Promise<void> {
  const { asks, reading, shows } = told;
  const asked = `**/v1/queries/${asks}`;
  const held = Promise.withResolvers<void>();
  await page.route(asked, (route) => held.promise.then(() => route.continue()));
  await openPage(page, told);
  await seen(page, `Reading ${reading}…`);
  held.resolve();
  await seen(page, shows);
  await page.unrouteAll({ behavior: 'wait' });
  await goTo(page, 'Tools');
  await page.route(asked, (route) => route.abort());
  if (told.name === 'Tools') await goTo(page, 'Home');
  await openPage(page, told);
  await page.getByRole('alert').getByText('server.unreachable').first().waitFor();
  expect(await page.getByText(shows).count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await seen(page, shows);
}

await describeInBrowser('the pages that look back', (browser) => {
  it('say what is not there yet, and what does not work as it is set', verifies('KEL-WEB-46', 'KEL-WEB-18'), async () => {
    await using stage = await consoleStage({ settings: { models: undefined, memory: { enabled: false } } });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const told: readonly (readonly [name: string, ...texts: string[]])[] = [
      ['Home', 'No runs yet.', `in ${stage.workspace} · ask me before every dangerous action`],
      ['Attention', 'Nothing waits for you.'],
      ['Runs', 'There are no runs yet.', 'Figures come with the first run.'],
      ['Memory', 'Nothing is remembered yet.', 'None yet.'],
      ['Auditor', 'No report was made yet.'],
      ['Models', 'No model was found.', 'The shortest ways to a model'],
      ['Settings', 'Nothing is scheduled.', 'A calibration needs 200 runs'],
    ];
    for (const [name, ...texts] of told) {
      await goTo(page, name);
      for (const text of texts) await seen(page, text);
    }
    await goTo(page, 'Tools');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('no such thing');
    await seen(page, 'No tool is called so.');
    const before = wrongs.length;
    await toldWhileAsked(page, { name: 'Attention', asks: 'attention.list', reading: 'what waits for you', shows: 'Nothing waits for you.' });
    // A browser prints itself what it could not fetch.
    wrongs.splice(before, Number.POSITIVE_INFINITY, ...wrongs.slice(before).filter((wrong) => !wrong.includes('net::ERR_FAILED')));
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('say that they read, that nobody answers and how it is tried again, and that nobody is let in', verifies('KEL-WEB-46'), async () => {
    await using stage = await consoleStage({ past: { days: 2, runsADay: 4 }, settings: { memory: { enabled: false } } });
    const { page, context, leave } = await personAt(browser, stage);
    for (const told of PAGES) await toldWhileAsked(page, told);
    await goTo(page, 'Memory');
    await seen(page, 'Memory is turned off in the settings');
    await context.clearCookies();
    for (const { name, shows } of PAGES.filter(({ link }) => link === undefined)) {
      await goTo(page, name);
      await page.locator('.state.blocked').first().waitFor();
      expect(await page.getByText(shows).count()).toBe(0);
    }
    await leave();
  });

  it('find runs by what they came to, put memory right with a receipt, verify the audit and keep schedules and preferences', verifies('KEL-WEB-40', 'KEL-WEB-47', 'KEL-WEB-48'), async () => {
    await using stage = await consoleStage({ past: { days: 3, runsADay: 4 } });
    const { page, wrongs, requested, leave } = await personAt(browser, stage);
    await goTo(page, 'Runs');
    const rows = page.locator('.list-table tbody tr');
    await rows.nth(11).waitFor();
    await page.locator('.plot-place canvas').first().waitFor();
    await page.getByLabel('Ended with').selectOption('timeout');
    await expect.poll(() => rows.allTextContents(), PATIENT).toSatisfy((texts: string[]) => texts.length === 1 && texts.every((text) => text.includes('timeout')));
    await page.getByLabel('Started from').fill('2999-01-01');
    await seen(page, 'No run is so.');
    await page.getByRole('button', { name: 'Show all runs' }).click();
    await rows.nth(11).waitFor();

    await goTo(page, 'Memory');
    await page.getByRole('img', { name: 'Laws: 4, Rules: 0, Knowledge: 0, Episodes: 12' }).waitFor();
    await page.getByRole('button', { name: 'Write tests for the parser of dates' }).first().click();
    await seen(page, 'It worked before.');
    await page.getByRole('link', { name: 'tool:web_search' }).click();
    await page.locator('.plot-place canvas').first().waitFor();
    await page.getByLabel('Why (kept with it)').fill('There is a network now.');
    await page.getByRole('button', { name: 'It works' }).click();
    await seen(page, 'Kept. A plan: avoided before, ');
    await seen(page, 'There is a network now.');
    await page.getByLabel('Why (kept with it)').fill('It names a person.');
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await seen(page, 'Forgotten for good: ');
    expect(await page.getByRole('status').getByText(/ledger\/.*#\d+/).count()).toBe(1);

    await goTo(page, 'Auditor');
    await page.getByRole('button', { name: 'Report now' }).click();
    await seen(page, 'No. 1');
    await page.getByRole('button', { name: 'Verify now' }).click();
    await seen(page, 'Everything fits');

    await goTo(page, 'Settings');
    await page.getByText('Schedule something').click();
    await page.getByLabel('When (minute, hour, day, month, weekday)').fill('0 7 * * 1-5');
    await page.getByLabel('What is to be done').fill('look for dead links');
    await page.getByRole('button', { name: 'Schedule it' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.getByRole('textbox', { name: /memory\.md/ }).fill('# What to keep to here\n\n- prefer pnpm\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await seen(page, 'Saved: 1 line added');
    expect(readFileSync(join(stage.workspace, '.claude/memory.md'), 'utf8')).toContain('- prefer pnpm');

    expect(wrongs).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(stage.url))).toEqual([]);
    await leave();
  });

  it('show of a run its phases, its evidence, what each call was decided and given, and its artifacts to be taken along', verifies('KEL-WEB-12', 'KEL-WEB-20', 'MAH-1-10'), async () => {
    const scenario = readScenarios().find(({ name }) => name === 'two-replans-then-success');
    await using stage = await consoleStage({ turns: scenario?.model?.turns ?? [], files: scenario?.workspace ?? {} });
    const { run_id: runId } = await stage.ask(runStart, { request: 'Write down where the boats lie', workspace: stage.workspace, attendance: 'unattended' });
    const { page, wrongs, leave } = await personAt(browser, stage);
    await page.goto(`${stage.url}/runs/${runId}`);
    const phases = page.getByRole('list', { name: 'Phases' }).getByRole('button');
    await expect.poll(() => phases.allTextContents(), PATIENT).toEqual(['plan', 'execute', 'review', 'repair', 'execute', 'review', 'repair', 'execute', 'review', 'approve', 'finalize']);
    await phases.nth(2).click();
    await seen(page, 'needs repair');
    await page.getByRole('button', { name: 'Evidence' }).first().click();
    await page.locator('.evidence').getByText('write_file').first().waitFor();
    await page.getByRole('tab', { name: /Models and context/ }).click();
    await page.getByText('Round 1, subtask 1, turn 1').click();
    await seen(page, 'task definition');
    await page.getByRole('tab', { name: /Tools/ }).click();
    await page.getByText('read "missing-1.txt"').first().click();
    await seen(page, 'path.inside_workspace');
    await page.getByRole('tab', { name: /Loss/ }).click();
    await page.getByRole('img', { name: 'Tokens by round' }).locator('canvas').waitFor();
    await page.getByRole('tab', { name: /Artifacts/ }).click();
    await page.getByText('analyst · Put down where the boats lie · plan 3').first().click();
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: /\.json$/ }).first().click();
    expect((await taken).suggestedFilename()).toMatch(/^\w+-\w{6}\.json$/);
    expect(wrongs).toEqual([]);
    await leave();
  });
});
