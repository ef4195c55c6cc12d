import { defineConfig } from 'vite'
import { notePackages } from './.ci/bundled-packages.ts'

/** The preload: one CommonJS file, because a sandboxed preload can load nothing else. */
export default defineConfig({
  plugins: [notePackages('preload')],
  build: {
    target: 'chrome140',
    outDir: 'out/preload',
    emptyOutDir: true,
    lib: { entry: 'electron/preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
})
