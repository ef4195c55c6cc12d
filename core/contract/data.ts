import { z } from 'zod'
import { method } from './method.ts'

const Sizes = {
  sessions: z.number().int(),
  /** Bytes in the database: messages and their like. */
  recordBytes: z.number().int(),
  /** Bytes of attachments, long outputs and kept file versions. */
  fileBytes: z.number().int(),
}

export const ProjectData = z.object({ projectId: z.string(), path: z.string(), ...Sizes })
export type ProjectData = z.infer<typeof ProjectData>

/** What MewCode keeps. A project's window reaches its own project only, Home all. */
export const data = {
  sizes: method({
    input: z.object({}),
    output: z.object({ projects: z.array(ProjectData), databaseBytes: z.number().int() }),
  }),
  /** Deletes every session of a project, for good. `session.busy` while one of them runs: then nothing is deleted. */
  deleteProject: method({ input: z.object({ projectId: z.string() }), output: z.object({ deleted: z.number().int() }) }),
  /** The same over all projects. Home only. */
  deleteAll: method({ input: z.object({}), output: z.object({ deleted: z.number().int() }) }),
  /** Writes a whole copy of the database under `MEWCODE_HOME/backups`; answers its place. Home only. */
  backup: method({ input: z.object({}), output: z.object({ path: z.string(), bytes: z.number().int() }) }),
}
