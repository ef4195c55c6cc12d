import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SkillSignature } from '../../contract/install.ts'
import { AppError } from '../../contract/errors.ts'
import { treeHash, type FileHashes } from './hashes.ts'
import { hashesOf } from './installed.ts'

/** `ed25519 <id of the key> <signature>`: over the hash of all other files of the folder. */
export const SIGNATURE_FILE = 'SKILL.sig'
const MAX_BYTES = 1_000
/** What stands before the 32 bytes of such a key in its usual form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Whose signatures count, and whether there must be one. */
export interface Signing {
  /** Public keys in base64, by the name a person gave them. */
  readonly keys: Readonly<Record<string, string>>
  readonly isRequired: boolean
}

/** What the signature among these files is worth. `written`: the text of `SKILL.sig`, where there is one. */
export function judgeSignature(files: FileHashes, written: Buffer | undefined, { keys }: Signing): SkillSignature {
  if (!written) return { state: 'none' }
  const [, id, signature] = /^ed25519 ([0-9a-f]{16}) ([\w+/]{86}==)\s*$/.exec(written.subarray(0, MAX_BYTES).toString('utf8')) ?? []
  if (id === undefined || signature === undefined) return { state: 'invalid' }
  const known = Object.entries(keys).find(([, key]) => idOf(Buffer.from(key, 'base64')) === id)
  if (!known) return { state: 'unknown_key', key: id }
  const [key, bytes] = known
  const isGood = verify(null, messageOf(files), publicKey(Buffer.from(bytes, 'base64')), Buffer.from(signature, 'base64'))
  return { state: isGood ? 'valid' : 'invalid', key }
}

/** The refusal of what may not be put in place. `AppError('install.unsigned' | 'install.bad_signature')`. */
export function requireSignature({ state, key = '' }: SkillSignature, { isRequired }: Signing): void {
  if (state === 'invalid') throw new AppError('install.bad_signature', { params: { key } })
  if (isRequired && state !== 'valid') throw new AppError('install.unsigned')
}

/** Signs a folder with an ed25519 key in PEM and answers the public key in base64. `AppError('install.no_such_path' | 'install.bad_key')`. */
export async function signFolder(folder: string, pem: Buffer): Promise<string> {
  const files = await hashesOf(folder)
  if (!files) throw new AppError('install.no_such_path', { params: { path: folder } })
  const key = privateKey(pem)
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const signature = sign(null, messageOf(files), key).toString('base64')
  await writeFile(path.join(folder, SIGNATURE_FILE), `ed25519 ${idOf(raw)} ${signature}\n`)
  return raw.toString('base64')
}

export function readSignature(folder: string): Promise<Buffer | undefined> {
  return readFile(path.join(folder, SIGNATURE_FILE)).catch(() => undefined)
}

/** Links are left out of what is installed, so they are no part of it either. */
function messageOf(files: FileHashes): Buffer {
  const signed = Object.entries(files).filter(([file, hash]) => file !== SIGNATURE_FILE && hash !== 'link')
  return Buffer.from(`mewcode skill 1\n${treeHash(Object.fromEntries(signed))}\n`)
}

function idOf(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 16)
}

function publicKey(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
}

function privateKey(pem: Buffer): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new AppError('install.bad_key', { cause })
  }
  throw new AppError('install.bad_key')
}
