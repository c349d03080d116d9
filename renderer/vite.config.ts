import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = `http://127.0.0.1:${process.env.CONSOLE_PORT ?? 4011}`;
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { readonly version: string };
/** To the host, calls that pass through here are its own page's. */
const proxy = { target: host, changeOrigin: true, headers: { origin: host } };

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react()],
  define: { __PROGRAM_VERSION__: JSON.stringify(version) },
  build: {
    outDir: here('../dist/console'),
    emptyOutDir: true,
    // The page's policy allows its own files and no data: addresses for fonts.
    assetsInlineLimit: 0,
    // The Chromium of the desktop window, and browsers that know light-dark().
    target: ['chrome124', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      input: { desktop: here('desktop.html'), browser: here('browser.html') },
      // A file of its own, which V8 reads beside the console's.
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  server: { proxy: { '/call': proxy, '/events': proxy } },
});
