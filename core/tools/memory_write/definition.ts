import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { errorText } from '../../contract/error-texts.ts'
import { MemoryLevel, MemoryType } from '../../contract/memory.ts'
import { noteFile, type Memory } from '../../memory/index.ts'
import { changeDiff } from '../files/change-result.ts'
import { shownPath } from '../files/locate.ts'
import { ToolFailure, type Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({
  type: MemoryType,
  title: z.string().trim().min(1).max(120),
  content: z.string().trim().min(1).max(16_000),
  level: MemoryLevel.default('project'),
})

export function memoryWriteDefinition(memory: Memory): Tool<typeof input> {
  const fileOf = ({ type, title, level }: z.output<typeof input>, projectRoot: string): string =>
    `${memory.folder(level, { projectRoot })}/${noteFile(type, title)}`
  return {
    name: 'memory_write',
    description: description.trim(),
    input,
    category: 'write',
    // Only the user's folder has the same path in every project; the other is relative to the project.
    paths: (call) => [call.level === 'user' ? fileOf(call, '') : `.mewcode/memory/${noteFile(call.type, call.title)}`],
    async preview(call, { projectRoot }) {
      const at = { level: call.level, file: noteFile(call.type, call.title) }
      const before = await memory.find(at, { projectRoot })
      const shown = shownPath(fileOf(call, projectRoot), projectRoot)
      return changeDiff({ shown, before: before && `${before.content}\n`, after: `${call.content}\n` }).diff
    },
    async run(call, { projectRoot, redact }) {
      const path = shownPath(fileOf(call, projectRoot), projectRoot)
      try {
        await memory.save({ ...call, content: redact(call.content), title: redact(call.title) }, { projectRoot })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new ToolFailure(errorText(error.code, error.params, 'en').what)
      }
      return { content: [{ type: 'text', text: `Remembered in ${path}.` }], meta: { path } }
    },
  }
}
