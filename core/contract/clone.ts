import { z } from 'zod'

/** `connecting`: nothing came yet. `receiving`: objects. `resolving`: their differences. `writing`: files. */
export const CloneStep = z.enum(['connecting', 'receiving', 'resolving', 'writing'])
export type CloneStep = z.infer<typeof CloneStep>
