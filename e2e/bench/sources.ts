import type { openToolProject } from '../../core/testing/tool-project.ts'
import type { connectCore } from '../../core/testing/index.ts'

interface Sources {
  readonly openToolProject: typeof openToolProject
  readonly connectCore: typeof connectCore
}

/** The core's own sources, whose `?raw` imports plain Node reads only after the hook is in place. */
export async function loadSources(): Promise<Sources> {
  await import('../../core/testing/raw-imports.ts')
  const [tools, core] = await Promise.all([import('../../core/testing/tool-project.ts'), import('../../core/testing/index.ts')])
  return { openToolProject: tools.openToolProject, connectCore: core.connectCore }
}
