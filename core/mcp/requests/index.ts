export { createServerRequests, type ServerRequests } from './server-requests.ts'
export { createPatience, type Patience } from './patience.ts'
export type { Asker, SampledText, SamplingQuestion, ServerForm, ServerLink } from './types.ts'
