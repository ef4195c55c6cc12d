/** Loaded before a program's own code (`node --import`): appends the moment and the path of each file it loads to the file `LOADED_FILE`. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const list = process.env['LOADED_FILE'] ?? 'loaded-files.txt'

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(list, `${Date.now()} ${fileURLToPath(url)}\n`)
    return next(url, context)
  },
})
