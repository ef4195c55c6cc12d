import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'
import { fixedLock } from './lock.ts'

// `npm install` rewrites the lock without what older npm needs; see `lock.ts`.
const path = join(ROOT, 'package-lock.json')
await writeFile(path, fixedLock(await readFile(path, 'utf8')))
