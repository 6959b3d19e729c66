import { expect, it } from 'vitest';
import { approvalAnswer, attentionShow } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { consoleStage, untilAsked } from './console-stage.ts';
import { PATIENT, personAt } from './person.ts';
import { WAITS_TWICE } from './scripts.ts';
import { describeInBrowser } from './with-browser.ts';

/** A manifest as far as a browser needs it to offer that the page is installed. */
interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

/** This browser has no window to show notices in, so what would be shown is written down. */
const NOTICES = `
  globalThis.told = []; globalThis.isInSight = true;
  globalThis.Notification = class { static permission = 'default'; static async requestPermission() { return (this.permission = 'granted'); } };
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) => void told.push({ title, body, data });
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => (isInSight ? 'visible' : 'hidden') });
`;

// What the page itself is asked stands as text: the types of a browser are not those of the tests.
await describeInBrowser('the page on a device', (browser) => {
  it('can be installed, is kept without any data, opens without its server and goes on when that is back', verifies('KEL-WEB-42', 'KEL-WEB-49'), async () => {
    await using stage = await consoleStage({ past: { days: 1, runsADay: 2 } });
    const { page, leave } = await personAt(browser, stage);
    const manifest = await page.evaluate<Manifest>("fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())");
    expect([manifest.name, manifest.start_url, manifest.display, manifest.icons.map(({ sizes }) => sizes)]).toEqual(['Keelson', '/', 'standalone', ['any', '192x192', '512x512', '512x512']]);
    for (const { src, type } of manifest.icons) expect((await page.request.get(`${stage.url}${src}`)).headers()['content-type']).toBe(type);

    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.goto(`${stage.url}/runs`);
    await page.getByText('Count lines of code by language').first().waitFor();
    const kept = await page.evaluate<string[]>("caches.open('keelson-shell').then((shell) => shell.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))");
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/') && !path.startsWith('/icon-') && path !== '/keelson.svg' && path !== '/manifest.webmanifest')).toEqual([]);
    expect(kept).toContain('/');

    await stage.stopServing();
    await page.getByText('The server does not answer.').waitFor();
    await page.getByText('Count lines of code by language').first().waitFor();
    await page.reload();
    await page.getByText('The server does not answer.').waitFor();
    await page.getByRole('alert').getByText('server.unreachable').first().waitFor();
    expect(await page.getByText('Count lines of code by language').count()).toBe(0);
    await stage.serveAgain();
    await page.getByText('Count lines of code by language').first().waitFor();
    expect(await page.getByText('The server does not answer.').count()).toBe(0);
    await leave();
  });

  it('tells of what waits only after the person said yes, and only while the page is not in sight', verifies('KEL-WEB-50'), async () => {
    await using stage = await consoleStage({ turns: WAITS_TWICE });
    const { page, wrongs, leave } = await personAt(browser, stage, { first: NOTICES });
    const told = (): Promise<object[]> => page.evaluate('told');
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Tell me when something waits' }).click();
    await page.getByText('the browser tells you').waitFor();
    await page.evaluate('isInSight = false');
    const first = await stage.startUntilAsked('set it up');
    await expect.poll(told, PATIENT).toEqual([{ title: 'Keelson waits for you', body: first.summary, data: '/attention' }]);
    await page.evaluate('isInSight = true');
    const detail = await stage.ask(attentionShow, { id: first.item_id });
    if (detail.kind === 'approval') await stage.ask(approvalAnswer, { approval_id: detail.record.approval_id, answer: 'denied', action_hash: detail.record.question.decision.action_hash });
    const second = await untilAsked(stage.ask, [first.item_id]);
    await page.getByRole('navigation').getByRole('link', { name: 'Attention' }).click();
    await page.getByText(second.summary).first().waitFor();
    expect([await told(), wrongs]).toEqual([[expect.anything()], []]);
    await leave();
  });
});
