/** Has the shell kept on this device, where the browser does that. The page works the same without. Of a worker that is a module browsers ask without the cookie. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ readonly open?: string }>) => {
    if (typeof data.open === 'string' && data.open.startsWith('/')) location.assign(data.open);
  });
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch {
    // A browser that forbids it (a private window, no secure origin) shows the page all the same.
  }
}
