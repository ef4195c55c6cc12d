import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { notePackages } from './.ci/bundled-packages.ts'

/** The page in the frame that draws diagrams: one file, because to a page without an origin every other file is somebody else's. */
export default defineConfig({
  publicDir: false,
  plugins: [notePackages('diagram'), inOnePage('renderer/diagram/frame.html')],
  build: {
    target: 'chrome140',
    outDir: 'out/renderer/diagram',
    emptyOutDir: true,
    // The whole drawing library.
    chunkSizeWarningLimit: 5000,
    lib: { entry: 'renderer/diagram/frame.ts', formats: ['iife'], name: 'diagram', fileName: () => 'frame.js' },
  },
})

/** Puts the script into the page at `<!-- script -->`, and its hash before it: no other may run there. */
function inOnePage(template: string): Plugin {
  return {
    name: 'in-one-page',
    generateBundle(_options, bundle) {
      const script = bundle['frame.js']
      if (script?.type !== 'chunk') throw new Error('The frame of diagrams has no script')
      // Inside a string a tag would end the script, or begin a comment.
      const code = script.code.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`\x3c!--`)
      const hash = createHash('sha256').update(code).digest('base64')
      const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hash}'" />`
      const source = readFileSync(template, 'utf8').replace('<!-- script -->', () => `${policy}<script>${code}</script>`)
      delete bundle['frame.js']
      this.emitFile({ type: 'asset', fileName: 'frame.html', source })
    },
  }
}
