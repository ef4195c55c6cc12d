import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { notePackages } from './.ci/bundled-packages.ts'

/** The renderer: a web page, served by Electron's own protocol or by `core/serve`. */
export default defineConfig({
  root: 'renderer',
  // Both hosts serve the page at the root; absolute paths keep deep links working.
  base: '/',
  plugins: [vue(), notePackages('page')],
  define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false', __INTLIFY_JIT_COMPILATION__: 'true' },
  // Grammars are loaded one by one, with the first code of their language.
  worker: {
    format: 'es',
    plugins: () => [notePackages('page-workers')],
    rollupOptions: { output: { chunkFileNames: 'assets/languages/[name]-[hash].js', entryFileNames: 'assets/languages/[name]-[hash].js' } },
  },
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    // The page's CSP has no `data:` scripts and no inline module preload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
