import type { Page } from './page.ts';

/** Every page there is. To add one: a line here, and a folder beside this file whose page is its default export. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Home', key: 'h', icon: 'home', load: () => import('./home/home-page.tsx') },
  { path: '/attention', title: 'Attention', key: 'a', icon: 'attention', load: () => import('./attention/attention-page.tsx') },
  { path: '/attention/:item', title: 'Attention', load: () => import('./attention/attention-page.tsx') },
  { path: '/runs/:run', title: 'Run', load: () => import('./run/run-page.tsx') },
];
