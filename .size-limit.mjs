import { existsSync, readFileSync } from 'node:fs'

const page = 'out/renderer/index.html'
/** What the page names itself: its script and all that this one loads at once. */
const first = existsSync(page)
  ? [...new Set(readFileSync(page, 'utf8').match(/assets\/[^"]+\.js/g))].map((file) => `out/renderer/${file}`)
  : []

export default [
  { name: 'page, first script', path: first, limit: '250 kB', gzip: true },
  {
    name: 'page, all scripts',
    path: ['out/renderer/**/*.js', '!out/renderer/assets/languages/**', '!out/renderer/assets/math-*.js'],
    limit: '400 kB',
    gzip: true,
  },
  { name: 'page, languages of code, with their first code', path: 'out/renderer/assets/languages/*.js', limit: '600 kB', gzip: true },
  { name: 'page, formulas, with the first one', path: 'out/renderer/assets/math-*.js', limit: '90 kB', gzip: true },
  { name: 'page, all styles', path: 'out/renderer/**/*.css', limit: '40 kB', gzip: true },
  { name: 'command line, entry', path: 'out/cli/entry.js', limit: '2 kB', gzip: true },
  { name: 'desktop main, entry', path: 'out/main/main.js', limit: '20 kB', gzip: true },
  { name: 'preload', path: 'out/preload/preload.cjs', limit: '2 kB', gzip: true },
]
