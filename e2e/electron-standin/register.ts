import { registerHooks } from 'node:module'

// Node's `--import` of this file makes `import … from 'electron'` in the built program mean the stand-in.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true } : next(specifier, context),
})
