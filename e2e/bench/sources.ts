import type { createCore } from '../../core/app/index.ts'
import type { connectInProcess } from '../../core/rpc/index.ts'
import type { openStorage } from '../../core/storage/index.ts'
import type { createServer } from '../../core/mcp/server.ts'
import type { createEras } from '../../core/mcp/eras.ts'
import type { createKeptFile } from '../../core/mcp/kept-file.ts'
import type { createMeter } from '../../core/mcp/meter.ts'
import type { sharedLooks } from '../../core/platform/index.ts'
import type { connectCore, mcpYaml, memoryPlatform, tempProject } from '../../core/testing/index.ts'
import type { openToolProject } from '../../core/testing/tool-project.ts'

interface Sources {
  readonly openToolProject: typeof openToolProject
  readonly connectCore: typeof connectCore
  readonly createCore: typeof createCore
  readonly connectInProcess: typeof connectInProcess
  readonly memoryPlatform: typeof memoryPlatform
  readonly tempProject: typeof tempProject
  readonly openStorage: typeof openStorage
  readonly mcpYaml: typeof mcpYaml
  readonly createServer: typeof createServer
  readonly createEras: typeof createEras
  readonly createKeptFile: typeof createKeptFile
  readonly createMeter: typeof createMeter
  readonly sharedLooks: typeof sharedLooks
}

/** The core's own sources, whose `?raw` imports plain Node reads only after the hook is in place. */
export async function loadSources(): Promise<Sources> {
  await import('../../core/testing/raw-imports.ts')
  const [tools, testing, storage, app, rpc, server, eras, kept, meter, platform] = await Promise.all([
    import('../../core/testing/tool-project.ts'),
    import('../../core/testing/index.ts'),
    import('../../core/storage/index.ts'),
    import('../../core/app/index.ts'),
    import('../../core/rpc/index.ts'),
    import('../../core/mcp/server.ts'),
    import('../../core/mcp/eras.ts'),
    import('../../core/mcp/kept-file.ts'),
    import('../../core/mcp/meter.ts'),
    import('../../core/platform/index.ts'),
  ])
  return { ...tools, ...testing, ...storage, ...app, ...rpc, ...server, ...eras, ...kept, ...meter, ...platform }
}
