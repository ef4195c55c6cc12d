import { loadSources } from './sources.ts'

/** Runs one shell line through the tool, so that its process can be weighed: `node p10-child.ts LINE`. */
const { openToolProject } = await loadSources()
const project = openToolProject()
const { meta } = await project.call('bash', { command: process.argv[2] ?? 'true' }, { progress: () => undefined })
await project.close()
process.exitCode = meta.exitCode ?? 1
