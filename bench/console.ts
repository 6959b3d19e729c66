import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { runBudgetWarned, type RunId } from '../src/contracts/index.ts';
import { openSqliteStore } from '../src/drivers/index.ts';
import { createIds, invariant, systemClock, systemRandom } from '../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Ledger, type NewEvent } from '../src/ledger/index.ts';
import { ledgerFileOf } from '../src/main/data-folder.ts';
import { startChromium } from '../test/browser/chromium.ts';
import { consoleStage, type ConsoleStage } from '../test/browser/console-stage.ts';
import { personAt } from '../test/browser/person.ts';
import { AUTHOR } from '../test/contract-suites/ledger-samples.ts';
import { median, rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

const FIRST_LOAD_BYTES_MAX = 200_000;
/** Ready to be typed into, against a page of one line in the same browser. */
const READY_RATIO_MAX = 12;
/** The slowest of twenty frames against the usual frame of an empty page. */
const FRAME_RATIO_MAX = 3;
const EVENTS = 10_000;
const AT_ONCE = 500;
const [BURST, BURST_EVERY_MS] = [5, 100];

const percentile = (values: readonly number[], share: number): number => values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** The same words for a run, again and again: what is drawn of an event does not depend on which it is. */
const warned = (runId: RunId, at: number): NewEvent => ({ type: runBudgetWarned.type, streamId: runId, payload: { run_id: runId, scope: 'run', resource: 'tokens', limit: EVENTS, consumed: at } });

/** What a browser that was never here takes over the wire, apart from what the server is asked. */
async function loaded(browser: Browser, stage: ConsoleStage): Promise<{ readonly bytes: number; readonly files: number }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/v1/')) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(stage.firstUrl, { waitUntil: 'load' });
  await page.getByLabel('What is to be done').waitFor();
  const all = await Promise.all(sizes);
  await context.close();
  return { bytes: all.reduce((total, one) => total + one, 0), files: all.length };
}

/** From asking for a page to what a person came for being there. */
async function readyMs(page: Page, url: string, awaited: string): Promise<number> {
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(awaited).first().waitFor();
  return performance.now() - began;
}

/** The times between frames while the list is scrolled up and down. */
function scrolled(page: Page, frames: number): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const box = document.querySelector('.events-box');
    const times = [];
    let [last, step] = [performance.now(), -900];
    const next = (now) => {
      times.push(now - last);
      last = now;
      box.scrollTop += step;
      if (box.scrollTop <= 0 || box.scrollTop + box.clientHeight >= box.scrollHeight) step = -step;
      if (times.length < ${frames}) requestAnimationFrame(next);
      else done(times.slice(2));
    };
    requestAnimationFrame(next);
  })`);
}

function idle(page: Page, frames: number): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const times = [];
    let last = performance.now();
    const next = (now) => {
      times.push(now - last);
      last = now;
      if (times.length < ${frames}) requestAnimationFrame(next);
      else done(times.slice(2));
    };
    requestAnimationFrame(next);
  })`);
}

/** Writes fifty events a second until it is stopped. */
function arriving(ledger: Ledger, runId: RunId): { stop(): Promise<number> } {
  const writer = ledger.log.writerFor(AUTHOR);
  let written = 0;
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const events = Array.from({ length: BURST }, (_none, at) => warned(runId, written + at));
    written += BURST;
    const key = `arrives:${written}`;
    last = last.then(() => writer.append({ key, events }));
  }, BURST_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      return written;
    },
  };
}

async function frameRows(browser: Browser, stage: ConsoleStage, runId: RunId, frames: number, usualMs: number): Promise<BenchRow[]> {
  const store = await openSqliteStore({ file: ledgerFileOf(stage.home, 'default') });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }) });
  const writer = ledger.log.writerFor(AUTHOR);
  for (let at = 0; at < EVENTS; at += AT_ONCE) await writer.append({ key: `many:${at}`, events: Array.from({ length: AT_ONCE }, (_none, nth) => warned(runId, at + nth)) });
  const { page, leave } = await personAt(browser, stage);
  const began = performance.now();
  await page.goto(`${stage.url}/runs/${runId}`);
  await page.getByRole('tab', { name: /Events/ }).click();
  await page.getByRole('status').getByText(/^10,\d+ of 10,\d+ events$/).waitFor();
  const wholeMs = performance.now() - began;
  const row = (label: string, times: readonly number[]): BenchRow => ({ label, figures: { 'median ms': rounded(median(times), 1), 'of twenty ms': rounded(percentile(times, 0.95), 1), 'longest ms': rounded(Math.max(...times), 1), 'median ratio': rounded(median(times) / usualMs), 'of twenty ratio': rounded(percentile(times, 0.95) / usualMs) } });
  const still = row('scrolling 10,000 events', await scrolled(page, frames));
  const source = arriving(ledger, runId);
  const busy = row('the same while 50 a second arrive', await scrolled(page, frames));
  const written = await source.stop();
  await page.getByRole('status').getByText(`of ${(EVENTS + written).toLocaleString('en').slice(0, 3)}`).waitFor();
  await leave();
  await ledger.close();
  return [{ label: 'all of 10,000 events there', figures: { 'median ms': rounded(wholeMs, 0) } }, still, busy];
}

const benchmark: Benchmark = {
  name: 'console',
  async run({ quick }) {
    const started = await startChromium();
    invariant('browser' in started, 'why' in started ? started.why : 'a browser or why there is none');
    const { browser } = started;
    const empty = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>empty</title><h1>Empty</h1>'));
    await new Promise<void>((resolve) => void empty.listen(0, '127.0.0.1', resolve));
    const emptyUrl = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`;
    try {
      await using stage = await consoleStage({ past: { days: 1, runsADay: 1 } });
      const first = await loaded(browser, stage);
      const { page, leave } = await personAt(browser, stage);
      const times = { empty: [] as number[], page: [] as number[] };
      // In turns, so that a slow moment of the machine falls on both alike.
      for (let round = 0; round < (quick ? 7 : 21); round += 1) {
        times.empty.push(await readyMs(page, emptyUrl, 'h1'));
        times.page.push(await readyMs(page, stage.url, '.task-text'));
      }
      await page.goto(emptyUrl);
      const frames = quick ? 120 : 600;
      const still = await idle(page, frames);
      await leave();
      const [runId] = stage.pastRuns;
      invariant(runId !== undefined, 'a past has at least one run');
      const rows = await frameRows(browser, stage, runId, frames, median(still));
      const ready = rounded(median(times.page) / median(times.empty));
      const worst = Math.max(...rows.slice(1).map(({ figures }) => Number(figures['of twenty ratio'])));
      const goals: BenchGoal[] = [
        { name: 'bytes of the first load, packed', actual: first.bytes, limit: `≤ ${FIRST_LOAD_BYTES_MAX}`, ok: first.bytes <= FIRST_LOAD_BYTES_MAX },
        { name: 'ready to be typed into, against an empty page', actual: ready, limit: `≤ ${READY_RATIO_MAX}`, ok: ready <= READY_RATIO_MAX },
        { name: 'the slowest of twenty frames with 10,000 events, against the usual of an empty page', actual: worst, limit: `≤ ${FRAME_RATIO_MAX}`, ok: worst <= FRAME_RATIO_MAX },
      ];
      return {
        rows: [
          { label: 'first load', figures: { bytes: first.bytes, files: first.files } },
          { label: 'an empty page', figures: { 'median ms': rounded(median(times.empty), 1), 'median ratio': 1 } },
          { label: 'Home, ready', figures: { 'median ms': rounded(median(times.page), 1), 'median ratio': ready } },
          { label: 'a frame of an empty page', figures: { 'median ms': rounded(median(still), 1), 'of twenty ms': rounded(percentile(still, 0.95), 1), 'median ratio': 1 } },
          ...rows,
        ],
        goals,
      };
    } finally {
      empty.close();
      await browser.close();
    }
  },
};

export default benchmark;
