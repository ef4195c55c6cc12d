import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = 'out/renderer/index.html'
/** What the page names itself: its script and all that this one loads at once. */
const first = existsSync(page)
  ? [...new Set(readFileSync(page, 'utf8').match(/assets\/[^"]+\.js/g))].map((file) => `out/renderer/${file}`)
  : []

/** A program's entry and all that it loads before its first line runs; what is loaded later is imported by a call. */
function loadedAtOnce(entry) {
  const files = new Set(existsSync(entry) ? [entry] : [])
  for (const file of files) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|[;}])\s*["'](\.{1,2}\/[^"']+\.js)["']/g))
      files.add(join(file, '..', path))
  }
  return [...files]
}

export default [
  { name: 'page, first script', path: first, limit: '250 kB', gzip: true },
  {
    name: 'page, all scripts',
    path: [
      'out/renderer/**/*.js',
      '!out/renderer/assets/languages/**',
      '!out/renderer/assets/math-*.js',
      '!out/renderer/assets/CHANGELOG*.js',
    ],
    limit: '410 kB',
    gzip: true,
  },
  { name: 'page, languages of code, with their first code', path: 'out/renderer/assets/languages/*.js', limit: '600 kB', gzip: true },
  { name: 'page, formulas, with the first one', path: 'out/renderer/assets/math-*.js', limit: '90 kB', gzip: true },
  { name: 'page, what is new, when asked for', path: 'out/renderer/assets/CHANGELOG*.js', limit: '40 kB', gzip: true },
  { name: 'page, diagrams, with the first one', path: 'out/renderer/diagram/frame.html', limit: '960 kB', gzip: true },
  { name: 'page, all styles', path: 'out/renderer/**/*.css', limit: '40 kB', gzip: true },
  { name: 'command line, entry', path: 'out/cli/entry.js', limit: '2 kB', gzip: true },
  { name: 'desktop main, loaded at once, minified', path: loadedAtOnce('out/main/main.js'), limit: '1.5 MB', brotli: false },
  // The vendors' SDKs, PDF, MCP and telemetry among it: each loaded with its first use.
  { name: 'hosts, all scripts, minified', path: 'out/{chunks,cli,main,media,storage}/*.js', limit: '5 MB', brotli: false },
  { name: 'preload, minified', path: 'out/preload/preload.cjs', limit: '2 kB', brotli: false },
]
