import type { AgentCard } from '@a2a-js/sdk'
import type { AgentInfo } from '../../contract/agents.ts'

const PATH = '/a2a'
/** Base of the HTTP+JSON binding. */
export const REST_PATH = '/a2a/rest'
const MODES = ['text/plain']

/** What a client asks for when it does not say with whom it wants to speak. */
export const DEFAULT_AGENT = 'general-purpose'

/** The card of this machine: every definition that works here is a skill of it. */
export function cardOf(agents: readonly AgentInfo[], { origin, version }: { origin: string; version: string }): AgentCard {
  const bearer = { description: 'The token `mewcode a2a serve` has shown.', scheme: 'bearer', bearerFormat: '' }
  return {
    name: 'MewCode',
    description: `Agents that work on a project on this machine. Name one in the message's metadata (\`agent\`), or begin the text with @NAME; else it is ${DEFAULT_AGENT}.`,
    version,
    supportedInterfaces: [
      { url: `${origin}${PATH}`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '1.0' },
      { url: `${origin}${PATH}`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '0.3' },
      { url: `${origin}${REST_PATH}`, protocolBinding: 'HTTP+JSON', tenant: '', protocolVersion: '1.0' },
    ],
    provider: undefined,
    capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: { bearer: { scheme: { $case: 'httpAuthSecurityScheme', value: bearer } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: agents.map(({ name, description }) => ({
      id: name,
      name,
      description,
      tags: ['agent'],
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    })),
    signatures: [],
  }
}

/** The same for clients of protocol 0.3. */
export function legacyCardOf({ name, description, version, skills, supportedInterfaces }: AgentCard) {
  const [first] = supportedInterfaces
  return {
    name,
    description,
    version,
    protocolVersion: '0.3.0',
    url: first?.url ?? '',
    preferredTransport: 'JSONRPC',
    capabilities: { streaming: true, pushNotifications: false },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    security: [{ bearer: [] }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: skills.map((skill) => ({ id: skill.id, name: skill.name, description: skill.description, tags: skill.tags })),
  }
}
