import { shellAnswer } from './shell-policy.ts';
import type { WorkerScope } from './worker-scope.ts';

const worker = globalThis as unknown as WorkerScope;

const SHELL = 'keelson-shell';
/** Files of a few builds; the oldest go first. */
const KEPT_MAX = 60;
const PAGE = '/';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const how = shellAnswer(event.request, worker.location.origin);
  if (how === 'kept_file') event.respondWith(keptFirst(event.request));
  if (how === 'page') event.respondWith(serverFirst(event.request));
});

/** Whoever clicks is brought to what waits, in a page that is open already where there is one. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = String(event.notification.data ?? PAGE);
  event.waitUntil(
    (async () => {
      const [open] = await worker.clients.matchAll({ type: 'window' });
      if (open === undefined) return void (await worker.clients.openWindow(target));
      await open.focus();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker is no window of another origin
      open.postMessage({ open: target });
    })(),
  );
});

async function keptFirst(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  return kept ?? keep(shell, request, await fetch(request));
}

async function serverFirst(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  // Every path of the page is the same file.
  const under = request.mode === 'navigate' ? new Request(PAGE) : request;
  try {
    return await keep(shell, under, await fetch(request));
  } catch (error) {
    const kept = await shell.match(under);
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keep(shell: Cache, request: Request, response: Response): Promise<Response> {
  const isPage = new URL(request.url).pathname !== PAGE || (response.headers.get('content-type') ?? '').startsWith('text/html');
  if (!response.ok || response.redirected || !isPage) return response;
  await shell.put(request, response.clone());
  const keys = await shell.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - KEPT_MAX)).map((key) => shell.delete(key)));
  return response;
}
