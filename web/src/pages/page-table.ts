import type { Page } from './page.ts';

/** Every page there is. To add one: a line here, and a folder beside this file whose page is its default export. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Home', key: 'h', icon: 'home', load: () => import('./home/home-page.tsx') },
  { path: '/attention', title: 'Attention', key: 'a', icon: 'attention', load: () => import('./attention/attention-page.tsx') },
  { path: '/attention/:item', title: 'Attention', load: () => import('./attention/attention-page.tsx') },
  { path: '/runs', title: 'Runs', key: 'r', icon: 'runs', load: () => import('./runs/runs-page.tsx') },
  { path: '/memory', title: 'Memory', key: 'm', icon: 'memory', load: () => import('./memory/memory-page.tsx') },
  { path: '/auditor', title: 'Auditor', key: 'u', icon: 'auditor', load: () => import('./auditor/auditor-page.tsx') },
  { path: '/tools', title: 'Tools', key: 't', icon: 'tools', load: () => import('./tools/tools-page.tsx') },
  { path: '/models', title: 'Models', key: 'o', icon: 'models', load: () => import('./models/models-page.tsx') },
  { path: '/settings', title: 'Settings', key: 's', icon: 'settings', load: () => import('./settings/settings-page.tsx') },
  { path: '/memory/:space/:entity', title: 'Memory of a place', load: () => import('./memory/place-page.tsx') },
  { path: '/runs/:run', title: 'Run', load: () => import('./run/run-page.tsx') },
];
