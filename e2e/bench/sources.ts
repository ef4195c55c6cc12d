import type { createCore } from '../../core/app/index.ts'
import type { connectInProcess } from '../../core/rpc/index.ts'
import type { openStorage } from '../../core/storage/index.ts'
import type { connectCore, memoryPlatform, tempProject } from '../../core/testing/index.ts'
import type { openToolProject } from '../../core/testing/tool-project.ts'

interface Sources {
  readonly openToolProject: typeof openToolProject
  readonly connectCore: typeof connectCore
  readonly createCore: typeof createCore
  readonly connectInProcess: typeof connectInProcess
  readonly memoryPlatform: typeof memoryPlatform
  readonly tempProject: typeof tempProject
  readonly openStorage: typeof openStorage
}

/** The core's own sources, whose `?raw` imports plain Node reads only after the hook is in place. */
export async function loadSources(): Promise<Sources> {
  await import('../../core/testing/raw-imports.ts')
  const [{ openToolProject }, { connectCore, memoryPlatform, tempProject }, { openStorage }, { createCore }, { connectInProcess }] =
    await Promise.all([
      import('../../core/testing/tool-project.ts'),
      import('../../core/testing/index.ts'),
      import('../../core/storage/index.ts'),
      import('../../core/app/index.ts'),
      import('../../core/rpc/index.ts'),
    ])
  return { openToolProject, connectCore, memoryPlatform, tempProject, openStorage, createCore, connectInProcess }
}
