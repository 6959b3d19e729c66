import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { auditReport, runStart } from '../../src/contracts/index.ts';
import { readScenarios } from '../scenarios/run/scenario-file.ts';
import { startChromium } from './chromium.ts';
import { consoleStage, type ConsoleStage } from './console-stage.ts';
import { ROOT } from './page-folder.ts';
import { personAt, type Seat } from './person.ts';
import { WAITS_FOR_YES } from './scripts.ts';

// Takes the pictures of docs/console.md from the page itself: `npm run pictures`.

const FOLDER = `${ROOT}/docs/console`;
const BYTES_MAX = 150_000;
/** A run that was planned three times: there is most to see of it. */
const SCENARIO = 'two-replans-then-success';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly seat?: Seat;
  /** What a person does before it is taken. */
  readonly before?: (page: Page) => Promise<void>;
}

async function take(browser: Browser, stage: ConsoleStage, { name, path, seat = {}, before }: Picture): Promise<void> {
  const { page, leave } = await personAt(browser, stage, { height: 860, ...seat });
  await page.goto(`${stage.url}${path}`);
  await page.locator('h1').first().waitFor();
  await before?.(page);
  // The policy of the page lets nobody have text run in it, so it is looked at from outside.
  while ((await page.locator('.state.loading').count()) > 0 || (await page.locator('.plot-place:not(:has(canvas))').count()) > 0) await page.evaluate('new Promise(requestAnimationFrame)');
  const bytes = await sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
  if (bytes.length > BYTES_MAX) throw new Error(`${name} has ${bytes.length} bytes, and may have ${BYTES_MAX}`);
  writeFileSync(`${FOLDER}/${name}.png`, bytes);
  console.log(`${name}.png ${bytes.length} bytes`);
  await leave();
}

async function verified(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText('Everything fits').waitFor();
  await page.getByText('No. 1').click();
}

const started = await startChromium();
if ('why' in started) throw new Error(started.why);
const { browser } = started;
mkdirSync(FOLDER, { recursive: true });

const scenario = readScenarios().find(({ name }) => name === SCENARIO);
if (scenario?.model === null || scenario === undefined) throw new Error(`there is no scenario ${SCENARIO} with a model`);
{
  await using stage = await consoleStage({ turns: scenario.model.turns, files: scenario.workspace, past: { days: 24, runsADay: 3 } });
  const { run_id: runId } = await stage.ask(runStart, { request: 'Write down where the boats lie', workspace: stage.workspace, attendance: 'unattended' });
  // Its past is made up, and the auditor has seen that; whoever asks it has nothing waiting for them.
  await stage.ask(auditReport, {});
  const run = `/runs/${runId}`;
  const pictures: readonly Picture[] = [
    { name: 'home', path: '/' },
    { name: 'home-phone', path: '/', seat: { isPhone: true } },
    { name: 'run', path: run },
    { name: 'run-dark', path: run, seat: { scheme: 'dark' } },
    { name: 'run-phone', path: run, seat: { isPhone: true } },
    { name: 'runs', path: '/runs' },
    { name: 'runs-dark', path: '/runs', seat: { scheme: 'dark' } },
    { name: 'memory', path: '/memory' },
    { name: 'memory-place', path: '/memory/tool%3Aread_file/path%3ACHANGELOG.md' },
    { name: 'tools', path: '/tools' },
    { name: 'models', path: '/models' },
    { name: 'settings', path: '/settings' },
  ];
  for (const picture of pictures) await take(browser, stage, picture);
}
{
  await using stage = await consoleStage({ turns: WAITS_FOR_YES });
  const { run_id: runId, item_id: id } = await stage.startUntilAsked('Set the project up as the notes say');
  await take(browser, stage, { name: 'attention', path: `/attention/${id}`, before: (page) => page.getByRole('button', { name: 'Approve' }).waitFor() });
  await take(browser, stage, { name: 'run-waiting', path: `/runs/${runId}` });
  await stage.ask(auditReport, {});
  await take(browser, stage, { name: 'auditor', path: '/auditor', before: verified });
}
await browser.close();
