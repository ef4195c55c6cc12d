import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { plainText } from '../plain-text.ts'

/** Lines a second; a server that says more is heard in part. */
const MOST = 50
const MAX_CHARS = 2_000

const Logged = z.looseObject({ level: z.string().catch('info'), logger: z.string().optional().catch(undefined), data: z.unknown() })

/** A server of the older protocol says nothing, or everything, before it is told how much; one that will not be told is left alone. */
export function askForLog(client: Client): void {
  const isNewer = (client.getNegotiatedProtocolVersion() ?? '') >= '2026'
  if (isNewer || !client.getServerCapabilities()?.logging) return
  client.setLoggingLevel('info').catch(() => undefined)
}

/** A server's log messages as lines, at most so many a second; what was left out is counted in a line of its own. */
export function listenToLog(client: Client, { add, now }: { add: (line: string) => void; now: () => number }): void {
  let second = 0
  let said = 0
  let dropped = 0
  client.setNotificationHandler('notifications/message', { params: Logged }, ({ level, logger, data }) => {
    const current = Math.floor(now() / 1_000)
    if (current !== second) {
      if (dropped > 0) add(`… ${dropped} more messages`)
      second = current
      said = 0
      dropped = 0
    }
    said += 1
    if (said > MOST) dropped += 1
    else {
      const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
      add(`${level.slice(0, 20)} ${logger === undefined ? '' : `${plainText(logger, 60)}: `}${plainText(text, MAX_CHARS)}`)
    }
  })
}
