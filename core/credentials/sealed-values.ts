import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../platform/atomic-file.ts'

/** What stands in the keychain for a value that is too long for it (Windows holds 2,560 bytes). */
const PREFIX = 'mewcode-sealed:'
const MAX_PLAIN = 1_000
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Long values, AES-256-GCM-encrypted in a folder; their keys are kept by somebody else. */
export interface SealedValues {
  /** What to keep in the keychain: the value itself, or the key to its file. */
  seal(account: string, value: string): Promise<string>
  /** The value behind what the keychain holds. Rejects when its file is missing or was changed. */
  open(account: string, kept: string): Promise<string>
  /** Removes the file that belongs to what the keychain held until now. */
  discard(kept: string): Promise<void>
}

export function createSealedValues(folder: string): SealedValues {
  return {
    async seal(account, value) {
      if (value.length <= MAX_PLAIN && !value.startsWith(PREFIX)) return value
      const [id, key, nonce] = [randomBytes(16).toString('hex'), randomBytes(32), randomBytes(NONCE_BYTES)]
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(account))
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomic(join(folder, id), Buffer.concat([nonce, cipher.getAuthTag(), body]), { mode: 0o600 })
      return `${PREFIX}${id}:${key.toString('base64')}`
    },
    async open(account, kept) {
      const sealed = parse(kept)
      if (!sealed) return kept
      const bytes = await readFile(join(folder, sealed.id))
      const [nonce, tag, body] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ]
      const decipher = createDecipheriv('aes-256-gcm', sealed.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(account))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    async discard(kept) {
      const sealed = parse(kept)
      if (sealed) await rm(join(folder, sealed.id), { force: true })
    },
  }
}

function parse(kept: string): { id: string; key: Buffer } | undefined {
  const match = /^mewcode-sealed:([0-9a-f]{32}):([A-Za-z0-9+/]{43}=)$/.exec(kept)
  return match?.[1] && match[2] ? { id: match[1], key: Buffer.from(match[2], 'base64') } : undefined
}
