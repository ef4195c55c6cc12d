import { z } from 'zod'
import { errorText } from '../../contract/error-texts.ts'
import { AppError } from '../../contract/errors.ts'
import { SkillLevel, type SkillPreview } from '../../contract/install.ts'
import type { Installer } from '../../skills/index.ts'
import { unifiedDiff } from '../text/unified-diff.ts'
import { ToolFailure, type Tool, type ToolContext } from '../types.ts'
import { consentText } from './consent.ts'
import description from './prompt.md?raw'

const input = z.object({
  source: z.string().trim().min(1).max(2_000),
  level: SkillLevel.default('project'),
})
type Wanted = z.output<typeof input>

export interface InstallSkillDeps {
  readonly installer: Pick<Installer, 'preview' | 'discard'>
  /** Puts in place what was shown, and tells whoever keeps and lists it. */
  readonly confirm: Installer['confirm']
}

export function installSkillDefinition({ installer, confirm }: InstallSkillDeps): Tool<typeof input> {
  /** What the person was shown, by call: nothing else is put in place. */
  const shown = new Map<string, SkillPreview>()
  const look = ({ source, level }: Wanted, { projectRoot, signal }: ToolContext): Promise<SkillPreview> =>
    installer.preview({ source, skill: undefined }, { level, projectRoot }, signal).catch(asFailure)

  return {
    name: 'install_skill',
    description: description.trim(),
    input,
    category: 'exec',
    inBackground: true,
    asksAlways: () => 'permission.asks_always',
    paths: () => [],
    async preview(wanted, context) {
      const before = shown.get(context.toolCallId)
      if (before) await installer.discard(before.previewId)
      shown.delete(context.toolCallId)
      // What cannot be fetched cannot be shown; the call says why.
      const preview = await look(wanted, context).catch((error: unknown) => {
        if (error instanceof ToolFailure) return undefined
        throw error
      })
      if (!preview) return undefined
      shown.set(context.toolCallId, preview)
      return unifiedDiff(`${preview.id}/SKILL.md`, undefined, consentText(preview)).diff
    },
    async run(wanted, context) {
      const { projectRoot, toolCallId, mode } = context
      const known = shown.get(toolCallId)
      shown.delete(toolCallId)
      const preview = known ?? (await look(wanted, context))
      try {
        if (!known && mode !== 'bypassPermissions')
          throw new ToolFailure('The user has not been shown what it brings. Call install_skill again, so that they see it.')
        const { path } = await confirm(preview.previewId, { projectRoot, acceptCritical: false }).catch(asFailure)
        return { content: [{ type: 'text', text: `Installed the ${preview.kind} ${preview.id}: ${path}` }], meta: {} }
      } finally {
        await installer.discard(preview.previewId)
      }
    },
  }
}

function asFailure(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { what, fix } = errorText(error.code, error.params, 'en')
  throw new ToolFailure(`${what} ${fix}`)
}
