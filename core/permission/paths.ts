import { lstat, readlink } from 'node:fs/promises'
import path from 'node:path'

/** Linux stops at 40 as well. */
const MAX_LINKS = 40

/**
 * The place a path really names: every link on the way is followed, dangling ones too, and what does not exist yet
 * stays as written. Undefined when links go in a circle or a component cannot be looked at.
 */
export async function resolveTarget(absolute: string): Promise<string | undefined> {
  let links = 0
  let done = path.parse(absolute).root
  const todo = split(absolute)
  for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
    const next = path.join(done, name)
    const target = await linkTarget(next)
    if (target === 'unreadable') return undefined
    if (target === undefined) {
      done = next
      continue
    }
    if (++links > MAX_LINKS) return undefined
    // `..` after a link counts from where the link leads, so the rest is resolved from there, component by component.
    todo.unshift(...split(path.resolve(done, target)))
    done = path.parse(absolute).root
  }
  return done
}

function split(absolute: string): string[] {
  return absolute
    .slice(path.parse(absolute).root.length)
    .split(path.sep)
    .filter((part) => part !== '' && part !== '.')
}

async function linkTarget(place: string): Promise<string | undefined | 'unreadable'> {
  try {
    const stats = await lstat(place)
    return stats.isSymbolicLink() ? await readlink(place) : undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'unreadable'
  }
}

/** Whether `place` is `folder` or lies in it. Both canonical; never a prefix test. */
export function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place)
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
}

/** The form rules are matched against: relative to the project with forward slashes, absolute outside of it. */
export function ruleForm(place: string, root: string): string {
  const form = isInside(place, root) ? path.relative(root, place) || '.' : place
  return form.split(path.sep).join('/')
}
