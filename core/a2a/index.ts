export { createRemoteAgents, type RemoteAgents } from './remote-agents.ts'
