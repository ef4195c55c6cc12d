import type { ErrorClass } from './common.ts'
import type { ErrorCode } from './error-texts.ts'

const classes: Readonly<Partial<Record<ErrorCode, ErrorClass>>> = {
  'mcp.crashed': 'network',
  'mcp.exited': 'network',
  'mcp.memory': 'network',
  'mcp.needs_auth': 'remote',
  'mcp.needs_scope': 'remote',
  'mcp.no_answer': 'timeout',
  'mcp.not_allowed': 'denied',
  'mcp.not_ready': 'network',
  'mcp.paused': 'network',
  'mcp.refused': 'protocol',
  'mcp.tool_denied': 'denied',
  'mcp.unauthorized': 'remote',
  'mcp.unreachable': 'network',
  'policy.base_url': 'denied',
  'policy.bypass': 'denied',
  'policy.mcp': 'denied',
  'policy.model': 'denied',
  'policy.provider': 'denied',
  'policy.skills': 'denied',
  'provider.auth': 'remote',
  'provider.bad_request': 'protocol',
  'provider.billing': 'remote',
  'provider.context_overflow': 'remote',
  'provider.dns': 'network',
  'provider.model_not_found': 'remote',
  'provider.overloaded': 'remote',
  'provider.protocol': 'protocol',
  'provider.proxy': 'network',
  'provider.rate_limited': 'remote',
  'provider.refused': 'remote',
  'provider.region': 'remote',
  'provider.resting': 'remote',
  'provider.server': 'remote',
  'provider.timeout': 'timeout',
  'provider.tls': 'network',
  'provider.truncated': 'network',
  'provider.unreachable': 'network',
}

const byCode = new Map<string, ErrorClass>(Object.entries(classes))

/** The class of an `AppError`, by its code; what is not listed went wrong on this side. */
export function classOfCode(code: string): ErrorClass {
  return byCode.get(code) ?? 'internal'
}
