import type { Finding } from './finding.ts'
import { baseName, type Doubt, type ShellCommand } from './shell/index.ts'
import type { Risk } from './types.ts'

/** The gravest first. */
const ofDoubts: readonly (readonly [Doubt, Risk])[] = [
  ['unread', 'permission.risk_unread'],
  ['unknown_program', 'permission.risk_unknown_program'],
  ['as_root', 'permission.risk_as_root'],
  ['runs_code', 'permission.risk_runs_code'],
  ['environment', 'permission.risk_environment'],
  ['writes_file', 'permission.risk_writes_file'],
  ['unknown_word', 'permission.risk_unknown_word'],
]

const ofPlaces: Readonly<Partial<Record<Finding['reason']['code'], Risk>>> = {
  'permission.never_written': 'permission.risk_runs_later',
  'permission.runs_things': 'permission.risk_runs_later',
  'permission.secret_file': 'permission.risk_secret',
  'permission.secret_folder': 'permission.risk_secret',
  'permission.outside_read': 'permission.risk_outside',
  'permission.outside_write': 'permission.risk_outside',
}

const removers = new Set(['rm', 'rmdir', 'shred', 'unlink', 'truncate'])
const talkers = new Set(['curl', 'wget', 'nc', 'ncat', 'scp', 'sftp', 'ssh', 'rsync', 'telnet', 'ftp'])

/** Why a command cannot be allowed by a rule; undefined where the line says all of it. */
export function riskOfDoubts(doubts: ReadonlySet<Doubt>): Risk | undefined {
  return ofDoubts.find(([doubt]) => doubts.has(doubt))?.[1]
}

/** What a person should see about a piece first; undefined: nothing stands out. */
export function riskOf({ words, doubts, redirects }: ShellCommand, places: readonly Finding[]): Risk | undefined {
  const [gravest] = places.filter(({ decision }) => decision !== 'allow').flatMap(({ reason }) => ofPlaces[reason.code] ?? [])
  const name = baseName(words[0]?.text ?? '')
  const writes = redirects.some(({ kind, target }) => kind !== 'read' && target.text !== '/dev/null')
  return (
    gravest ??
    riskOfDoubts(doubts) ??
    (removers.has(name) ? 'permission.risk_removes' : undefined) ??
    (talkers.has(name) ? 'permission.risk_network' : undefined) ??
    (writes ? 'permission.risk_writes_file' : undefined) ??
    // What it does says more than that its words are only known when it runs.
    (places.some(({ reason }) => reason.code === 'permission.unresolved') ? 'permission.risk_unknown_word' : undefined)
  )
}
