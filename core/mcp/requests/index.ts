export { createServerRequests, type ServerRequests } from './server-requests.ts'
export { createPatience, type Patience } from './patience.ts'
export { tellRoots } from './tell-roots.ts'
export type { Asker, Folders, SampledText, SamplingQuestion, ServerForm, ServerLink } from './types.ts'
