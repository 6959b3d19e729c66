import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { approvalAnswer, attentionShow, ledgerEvents } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { consoleStage } from './console-stage.ts';
import { PATIENT, personAt } from './person.ts';
import { STOPS_WRITING, WAITS_FOR_YES } from './scripts.ts';
import { describeInBrowser } from './with-browser.ts';

const TASK = 'set it up';
const runOf = (page: Page): string => /run_[0-9A-Z]{26}/.exec(page.url())?.[0] ?? '';
const begun = (page: Page): Promise<void> => page.waitForURL(/\/runs\/run_/);
const waits = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Waits for you' }).waitFor();

await describeInBrowser('a person at the page', (browser) => {
  it('starts a task, watches it in two tabs, steers it, loads the page anew, and approves with another argument', verifies('KEL-WEB-51', 'KEL-WEB-56', 'KEL-WEB-58'), async () => {
    await using stage = await consoleStage({ turns: WAITS_FOR_YES });
    const { page, wrongs, requested, newTab, leave } = await personAt(browser, stage);
    await page.getByLabel('What is to be done').fill(TASK);
    await page.getByRole('button', { name: 'Start' }).click();
    await begun(page);
    await page.getByRole('heading', { name: TASK }).waitFor();
    await waits(page);
    const other = await newTab(`/runs/${runOf(page)}`);
    await waits(other);
    await page.getByLabel('Words for this run').fill('leave the tests alone');
    await page.getByRole('button', { name: 'Send' }).click();
    await other.getByText('leave the tests alone').waitFor();
    await page.reload();
    await page.getByText('leave the tests alone').waitFor();
    await page.getByRole('region', { name: 'Waits for you' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('article').getByRole('link', { name: TASK }).waitFor();
    await page.getByLabel('content').fill('A=c');
    await page.getByRole('button', { name: 'Do it like this' }).click();
    await page.getByText('It was done like this instead:').waitFor();
    expect(await page.locator('.arguments pre').allTextContents()).toEqual(['A=b', '.env', 'A=c', '.env']);
    await other.getByRole('heading', { name: 'Result' }).waitFor();
    await other.getByText('Done.', { exact: true }).waitFor();
    expect(readFileSync(join(stage.workspace, '.env'), 'utf8')).toBe('A=c');
    expect(stage.model.requests().filter(({ body }) => (JSON.stringify(body) ?? '').includes('leave the tests alone')).length).toBeGreaterThan(0);
    expect(wrongs).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(stage.url))).toEqual([]);
    const { 'cache-control': cache, 'x-content-type-options': kind, 'x-frame-options': frames, 'referrer-policy': referrer, 'cross-origin-opener-policy': opener, 'cross-origin-resource-policy': resource } = (await page.request.get(stage.url)).headers();
    expect([cache, kind, frames, referrer, opener, resource]).toEqual(['no-store', 'nosniff', 'DENY', 'no-referrer', 'same-origin', 'same-origin']);
    await page.evaluate("document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.isIn = true' }), Object.assign(new Image(), { src: 'http://127.0.0.1:1/elsewhere.png' }))");
    await expect.poll(() => wrongs.length, PATIENT).toBe(2);
    expect([await page.evaluate('globalThis.isIn'), wrongs.every((wrong) => wrong.includes('Content Security Policy'))]).toEqual([undefined, true]);
    await leave();
  });

  it('needs no mouse: starts, goes to what waits, denies it, and learns the keys', verifies('KEL-WEB-53'), async () => {
    await using stage = await consoleStage({ turns: WAITS_FOR_YES });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const { keyboard } = page;
    await page.getByLabel('What is to be done').waitFor();
    await keyboard.type(TASK);
    await keyboard.press('Control+Enter');
    await begun(page);
    await waits(page);
    await keyboard.press('?');
    await page.getByRole('dialog').getByText('Go to Attention').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('g');
    await keyboard.press('a');
    const deny = page.getByRole('button', { name: 'Deny' });
    await deny.waitFor();
    const isThere = async (): Promise<boolean> => deny.evaluate((button) => button.matches(':focus-visible'));
    for (let tabs = 0; tabs < 40 && !(await isThere()); tabs += 1) await keyboard.press('Tab');
    expect(await isThere()).toBe(true);
    await keyboard.press('Enter');
    await page.getByText('Nothing waits for you.').waitFor();
    await keyboard.press('g');
    await keyboard.press('r');
    await page.getByRole('row', { name: TASK }).getByText('success').waitFor();
    expect([existsSync(join(stage.workspace, '.env')), wrongs]).toEqual([false, []]);
    await leave();
  });

  it('without a model is told so before the first task, gets tasks that need none, and is shown the way to one', verifies('KEL-WEB-57'), async () => {
    await using stage = await consoleStage({ settings: { models: undefined }, files: { 'a.ts': 'const a = 1;\n' } });
    const { page, wrongs, leave } = await personAt(browser, stage);
    const notice = page.getByRole('complementary', { name: 'No model yet' });
    await notice.getByRole('button', { name: 'count lines of code by language' }).click();
    await page.keyboard.press('Control+Enter');
    await begun(page);
    await page.getByText('1 line in 1 source file in this folder.').waitFor();
    expect(await page.getByRole('button', { name: 'Take its changes back…' }).count()).toBe(0);
    await page.goto(stage.url);
    await page.getByLabel('What is to be done').fill('write a poem about the sea');
    await page.getByRole('button', { name: 'Start' }).click();
    await begun(page);
    await page.getByText('It was worked on without a model.').waitFor();
    await page.getByText('It ended before there were criteria.').waitFor();
    await page.getByRole('link', { name: 'See which models there are' }).click();
    await page.getByText('No model was found.').waitFor();
    expect(await page.locator('.told code').allTextContents()).toContain('ollama serve');
    expect(wrongs).toEqual([]);
    await leave();
  });

  it('misses nothing of what happened while the server could not be reached', verifies('KEL-WEB-54'), async () => {
    await using stage = await consoleStage({ turns: WAITS_FOR_YES });
    const { page, leave } = await personAt(browser, stage);
    const asked = await stage.startUntilAsked(TASK);
    await page.goto(`${stage.url}/runs/${asked.run_id}`);
    await waits(page);
    await stage.stopServing();
    await page.getByText('The server does not answer.').waitFor();
    const detail = await stage.ask(attentionShow, { id: asked.item_id });
    if (detail.kind === 'approval') await stage.ask(approvalAnswer, { approval_id: detail.record.approval_id, answer: 'approved', action_hash: detail.record.question.decision.action_hash });
    await stage.ended(asked.run_id ?? '');
    await stage.serveAgain();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    await page.getByRole('tab', { name: /Events/ }).click();
    await page.getByRole('button', { name: 'Journal steps' }).click();
    const told = await stage.ask(ledgerEvents, { limit: 500, payload: 'none' });
    const own = (told.state === 'done' ? told.entries : []).filter(({ event }) => event.aggregate === 'run' && event.aggregate_id === asked.run_id).length;
    await page.getByRole('status').getByText(`${own} of ${own} events`).waitFor();
    await leave();
  });

  it('reads a result while it is written, also who comes in the middle, and no more of it once the run is stopped', verifies('KEL-GENUI-09', 'MAH-9A-3'), async () => {
    await using stage = await consoleStage({ turns: STOPS_WRITING });
    const { page, wrongs, newTab, leave } = await personAt(browser, stage);
    await page.getByLabel('What is to be done').fill(TASK);
    await page.getByRole('button', { name: 'Start' }).click();
    await begun(page);
    const draft = page.getByRole('region', { name: 'Being written: Set it up' });
    await draft.getByText('Nobody has checked it yet.').waitFor();
    await draft.getByText('All notes are written.').waitFor();
    await draft.getByText('Notes written').waitFor();
    await draft.getByRole('cell', { name: 'file-3.txt' }).waitFor();
    expect(await draft.getByRole('cell', { name: 'file-39.txt' }).count()).toBe(0);
    const other = await newTab(`/runs/${runOf(page)}`);
    await other.getByRole('cell', { name: 'file-3.txt' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: 'user cancelled' }).waitFor();
    expect([await draft.count(), wrongs]).toEqual([0, []]);
    await leave();
  });

  it('reads every page on a telephone without scrolling sideways, and cancels what it started there', async () => {
    await using stage = await consoleStage({ turns: WAITS_FOR_YES, past: { days: 2, runsADay: 3 } });
    const { page, wrongs, leave } = await personAt(browser, stage, { isPhone: true });
    await page.getByLabel('What is to be done').fill(TASK);
    await page.getByRole('button', { name: 'Start' }).tap();
    await begun(page);
    await waits(page);
    const { pathname: run } = new URL(page.url());
    for (const path of ['/', '/runs', '/attention', '/memory', '/memory/tool%3Aread_file/path%3ACHANGELOG.md', '/auditor', '/tools', '/models', '/settings', run]) {
      await page.goto(`${stage.url}${path}`);
      await page.locator('h1').first().waitFor();
      await expect.poll(() => page.locator('.state.loading').count(), PATIENT).toBe(0);
      expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
    }
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Yes' }).tap();
    await page.getByRole('heading', { name: 'user cancelled' }).waitFor();
    expect(wrongs).toEqual([]);
    await leave();
  });
});
