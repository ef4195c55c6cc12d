import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { benches } from '../e2e/bench/index.ts'
import { machineLine, median, quantile, type Figure } from '../e2e/bench/measure.ts'
import { build } from './build.ts'
import { ROOT } from './command.ts'

/** `npm run bench [-- NAME…]`: measures, prints the table, writes `out/bench.json`, exits 1 when a budget is missed. */
await build({ quiet: true })
const wanted = process.argv.slice(2).map((name) => name.toUpperCase())
const chosen = wanted.length === 0 ? benches : benches.filter((bench) => wanted.includes(bench.name))
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; there are: ${benches.map((bench) => bench.name).join(', ')}`)
  process.exit(2)
}

const figures: Figure[] = []
for (const bench of chosen) figures.push(...(await bench.run()))
const rows = figures.map((figure) => ({
  ...figure,
  median: median(figure.samples),
  p95: quantile(figure.samples, 0.95),
  ok: median(figure.samples) <= figure.budget,
}))

console.log(machineLine())
for (const row of rows) {
  const number = (value: number): string => value.toFixed(value < 10 ? 2 : 1).padStart(8)
  console.log(
    `${row.bench.padEnd(4)} ${row.what.padEnd(44)} median ${number(row.median)} p95 ${number(row.p95)} budget ${number(row.budget)} ${row.unit.padEnd(3)} n=${row.samples.length} ${row.ok ? 'ok' : 'OVER'}`,
  )
}
await mkdir(join(ROOT, 'out'), { recursive: true })
await writeFile(join(ROOT, 'out/bench.json'), JSON.stringify({ machine: machineLine(), figures: rows }, undefined, 2))
process.exit(rows.every((row) => row.ok) ? 0 : 1)
