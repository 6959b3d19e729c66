/** Something that waits for the person, as far as a notice needs it. */
export interface Waiting {
  readonly id: string;
  readonly label: string;
}

/** Whether notices come: this browser cannot, nobody asked yet, they said no, or yes. */
export type NoticeStanding = 'impossible' | 'not_asked' | 'refused' | 'granted';

/** Notices are shown by the worker that keeps the shell: where there is none, a browser shows them only while the page is open. */
export function noticeStanding(): NoticeStanding {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'impossible';
  return ({ default: 'not_asked', denied: 'refused', granted: 'granted' } as const)[Notification.permission];
}

/** Asks the person; only a click of theirs leads here. */
export async function askForNotices(): Promise<NoticeStanding> {
  if (noticeStanding() === 'not_asked') await Notification.requestPermission();
  return noticeStanding();
}

/** What is new since the last look. What waited before the first look is no news. */
export function newlyWaiting(known: ReadonlySet<string> | undefined, items: readonly Waiting[]): readonly Waiting[] {
  return known === undefined ? [] : items.filter(({ id }) => !known.has(id));
}

/** One notice for all that is new; another one takes its place. The page that is looked at needs none. */
export async function notify(items: readonly Waiting[], target: string): Promise<void> {
  const [first] = items;
  if (first === undefined || noticeStanding() !== 'granted' || document.visibilityState === 'visible') return;
  const title = items.length === 1 ? 'Keelson waits for you' : `Keelson waits for you (${items.length})`;
  const options = { body: first.label, tag: 'keelson-attention', icon: '/icon-192.png', data: target };
  const shell = await navigator.serviceWorker?.getRegistration();
  await shell?.showNotification(title, options);
}
