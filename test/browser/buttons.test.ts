import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runStart } from '../../src/contracts/index.ts';
import { compose } from '../../src/main/compose.ts';
import { verifies } from '../requirements/verifies.ts';
import { consoleStage, untilAsked } from './console-stage.ts';
import { PATIENT, personAt } from './person.ts';
import { ASKS_ITS_CLIENT, ASKS_TWICE, WAITS_FOR_YES, WAITS_TWICE } from './scripts.ts';
import { describeInBrowser } from './with-browser.ts';

const TASK = 'set it up';
const SERVER = fileURLToPath(new URL('../support/mcp/stdio-server.ts', import.meta.url));
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const seen = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const start = async (page: Page): Promise<void> => {
  await page.getByLabel('What is to be done').fill(TASK);
  await press(page, 'Start');
  await page.waitForURL(/\/runs\/run_/);
};

/** Starts a run that asks, and goes to where it is answered. */
const startAndBeAsked = async (page: Page, url: string): Promise<{ run: string; question: Locator }> => {
  await start(page);
  const { pathname } = new URL(page.url());
  await page.goto(`${url}/attention`);
  return { run: `${url}${pathname}`, question: page.getByRole('article', { name: 'A question for you' }) };
};
/** The second question of `ASKS_TWICE`, and then the end of its run. */
const nameItAndSeeTheEnd = async (page: Page, { run, question }: Awaited<ReturnType<typeof startAndBeAsked>>): Promise<void> => {
  await question.getByText('What shall it be called?').waitFor();
  await page.getByLabel('In your own words').fill('Skiff 1.2');
  await press(page, 'Answer');
  await question.getByText('Skiff 1.2', { exact: true }).waitFor();
  await page.goto(run);
  await page.getByRole('heading', { name: 'Result' }).waitFor();
};

await describeInBrowser('what a person presses', (browser) => {
  it('answers a question by an option, and another in words of their own', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ turns: ASKS_TWICE });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const asked = await startAndBeAsked(page, stage.url);
    await asked.question.getByRole('link', { name: TASK }).waitFor();
    await press(page, '9090');
    await nameItAndSeeTheEnd(page, asked);
    const heard = JSON.stringify(stage.model.requests().map(({ body }) => body));
    expect([heard.includes('9090'), heard.includes('Skiff 1.2'), wrongs]).toEqual([true, true, []]);
    await leave();
  });

  it('puts a question off, and the run goes on without its answer', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ turns: ASKS_TWICE });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const asked = await startAndBeAsked(page, stage.url);
    await asked.question.getByText('Which port?').waitFor();
    await press(page, 'Put it off');
    await nameItAndSeeTheEnd(page, asked);
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('gives a run more of a limit, leaves out what it asked, reads what was changed as a difference, and takes it back', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ turns: WAITS_TWICE });
    const { page, wrongs, leave } = await personAt(browser, stage);
    await start(page);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    await press(page, 'Raise a limit…');
    await page.getByLabel('What of').selectOption('tools');
    await page.getByLabel('New limit').fill('123');
    await page.getByLabel('Why, for the record').fill('It has more to write.');
    await press(page, 'Raise');
    await page.getByRole('meter', { name: 'tools', exact: true }).getByText('of 123').waitFor();
    await page.getByRole('region', { name: 'Waits for you' }).getByRole('link').first().click();
    await press(page, 'Leave it out');
    await seen(page, 'it is not asked any more');
    await page.getByRole('list').getByText('.env.local').click();
    await press(page, 'Approve');
    await seen(page, 'approved');
    await page.getByRole('article').getByRole('link', { name: TASK }).click();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    await page.getByRole('tab', { name: /Artifacts/ }).click();
    await page.getByText('CodePatch').click();
    await page.locator('.diff').getByText('+one').waitFor();
    await press(page, 'Take its changes back…');
    await page.getByRole('listitem').getByText('a.txt').first().waitFor();
    await press(page, 'Take these back');
    await seen(page, 'Its changes were taken back by owner');
    expect([existsSync(join(stage.workspace, 'a.txt')), wrongs]).toEqual([false, []]);
    await leave();
  });

  it('goes on with a run that was interrupted', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ turns: WAITS_FOR_YES });
    // Another program on the same folder, which is stopped in the middle of its work.
    const other = compose({ version: '0.1.0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: stage.home }, requirementsFolder: '.', currentFolder: stage.workspace });
    const stopped = new AbortController();
    const working = other.client.call(runStart, { request: TASK, workspace: stage.workspace }, { idempotencyKey: 'interrupted', signal: stopped.signal });
    const { run_id: runId } = await untilAsked(stage.ask);
    stopped.abort();
    await working;
    await other.close();
    const { page, wrongs, leave } = await personAt(browser, stage);
    await page.goto(`${stage.url}/runs/${runId}`);
    await page.getByRole('status').getByText('interrupted').waitFor();
    await press(page, 'Go on');
    await page.getByRole('region', { name: 'Waits for you' }).getByRole('link').first().click();
    await press(page, 'Deny');
    await page.getByRole('article').getByRole('link', { name: TASK }).click();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('goes on without what the client of a run was to do', verifies('KEL-WEB-59', 'KEL-FUNC-06'), async () => {
    await using stage = await consoleStage({ turns: ASKS_ITS_CLIENT });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const asked = { model: 'keelson', input: TASK, background: true, tools: [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: { place: { type: 'string' } } } }] };
    const token = new URL(stage.firstUrl).searchParams.get('token') ?? '';
    expect((await fetch(`${stage.url}/v1/responses`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(asked) })).status).toBe(200);
    await page.goto(`${stage.url}/attention`);
    const call = page.getByRole('article', { name: 'A call for a client' });
    await call.getByText('Its client is to call weather').waitFor();
    await call.getByText('{"place":"Lyme"}').waitFor();
    await press(page, 'Go on without it');
    await call.getByText('Left out by owner').waitFor();
    await call.getByRole('link', { name: TASK }).click();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    expect([existsSync(join(stage.workspace, 'a.txt')), wrongs]).toEqual([true, []]);
    await leave();
  });

  it('makes a key that is shown once, and ends it', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage();
    const { page, wrongs, leave } = await personAt(browser, stage);
    await page.goto(`${stage.url}/settings`);
    await page.getByText('Make a key').click();
    await page.getByLabel('Who or what it is for').fill('dashboard');
    await press(page, 'Make it');
    const secret = await page.getByLabel('the key', { exact: true }).inputValue();
    const asks = async (): Promise<number> => (await fetch(`${stage.url}/v1/operations`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await asks()).toBe(200);
    await page.getByLabel('why dashboard is revoked').fill('It moved.');
    await press(page, 'Revoke');
    await press(page, 'Yes');
    await page.getByText('revoked', { exact: true }).waitFor();
    await expect.poll(asks, PATIENT).toBe(401);
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('looks for better figures of the solver, puts them in force, and takes them back', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ past: { days: 2, runsADay: 200, isHard: true } });
    const { page, wrongs, leave } = await personAt(browser, stage);
    await page.goto(`${stage.url}/settings`);
    const part = page.getByRole('region', { name: 'Calibration of the solver' });
    await press(page, 'Look for a better set');
    await part.getByText('1.1.0 is proposed.').waitFor();
    await part.getByLabel('Why (kept with it)').fill('Fewer rounds.');
    for (const [pressed, shown] of [['Apply it', 'in force'], ['Withdraw it', 'withdrawn']] as const) {
      await press(page, pressed);
      await part.locator('.tag').getByText(shown, { exact: true }).waitFor();
    }
    await part.getByText('as published').waitFor();
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('accepts a tool of another server as it describes itself, and has memory gone over', verifies('KEL-WEB-59'), async () => {
    await using stage = await consoleStage({ settings: { tools: { sandbox: { backend: 'none' }, mcp: { test: { command: process.execPath, args: [SERVER, 'echo'], allow: ['*'] } } } }, past: { days: 2, runsADay: 3 } });
    const { page, wrongs, leave } = await personAt(browser, stage);
    await page.goto(`${stage.url}/tools`);
    await page.getByRole('region', { name: 'Wait for your yes' }).getByText('A tool for tests.').waitFor();
    await press(page, 'Accept it as it is now');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('mcp__test__echo');
    await page.locator('summary').getByText('mcp__test__echo').waitFor();
    expect(await page.getByRole('region', { name: 'Wait for your yes' }).count()).toBe(0);
    await page.goto(`${stage.url}/memory`);
    await press(page, 'Go over it now');
    await press(page, 'Yes');
    await seen(page, ' looked at. ');
    expect(wrongs).toEqual([]);
    await leave();
  });
});
