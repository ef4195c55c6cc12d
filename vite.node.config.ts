import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import { notePackages } from './.ci/bundled-packages.ts'

/** Packages with binaries or that must be resolved at run time; everything else is bundled. */
const external = [
  'electron',
  'better-sqlite3',
  '@napi-rs/image',
  '@napi-rs/keyring',
  '@vscode/ripgrep',
  'tree-sitter-bash',
  'web-tree-sitter',
  // `debug`, which comes with the updater, takes it only where it is installed; here it is a tool's.
  'supports-color',
  ...builtinModules,
  /^node:/,
]

/** The hosts on Node: the command line (with `serve` as a lazy chunk) and Electron's main, one ESM build. */
export default defineConfig({
  plugins: [notePackages('hosts')],
  build: {
    target: 'node22',
    outDir: 'out',
    emptyOutDir: false,
    minify: true,
    ssr: true,
    rolldownOptions: {
      input: {
        'cli/entry': 'core/cli/entry.ts',
        'main/main': 'electron/main/main.ts',
        'media/worker': 'core/media/worker.ts',
        'storage/worker': 'core/storage/bulk/worker.ts',
      },
      external,
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: external.filter((name) => typeof name === 'string') },
})
