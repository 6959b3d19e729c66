import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // Every name in `assets` holds a hash of what is in it, so a browser may keep it for ever.
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The worker that keeps the shell stands beside the page, under a name that a browser finds again.
    rolldownOptions: { input: { index: 'index.html', sw: 'src/pwa/service-worker.ts' }, output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') } },
  },
  // While the page itself is worked on: `keelson serve` answers, vite gives out the page.
  server: { proxy: { '/v1': 'http://127.0.0.1:5335', '/healthz': 'http://127.0.0.1:5335' } },
});
