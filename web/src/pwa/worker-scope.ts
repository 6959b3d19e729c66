/** What a service worker is given, as far as ours uses it: the types of a page and of a worker cannot be had together. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Clicked extends Lasting {
  readonly notification: Notification;
}

interface OpenPage {
  focus(): Promise<OpenPage>;
  postMessage(message: unknown): void;
}

export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void>; matchAll(options: { readonly type: 'window' }): Promise<readonly OpenPage[]>; openWindow(url: string): Promise<OpenPage | null> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}
