import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/**
 * Authenticated encryption of short texts. `context` says what the text is and whose; a sealed text opens only under the
 * context it was sealed for, so it can't be moved to another row or company.
 */
export type Vault = {
  encrypt(plain: string, context: string): string
  decrypt(encrypted: string, context: string): string
  /** A keyed hash: the same for the same text and context, and nothing to guess the text by without the key. */
  fingerprint(plain: string, context: string): string
  /** How every text begins that is sealed with the key of today. */
  readonly currentKeyPrefix: string
}

/** Fingerprints have a key of their own, so that they stay the same when the sealing key is exchanged. */
type VaultKeys = { others?: readonly Buffer[]; fingerprintKey?: Buffer }

const version = 'v1'

/** Seals with `key`; opens what was sealed with it or with one of the others. */
export function createVault(key: Buffer, { others = [], fingerprintKey }: VaultKeys = {}): Vault {
  const keyId = keyIdOf(key)
  // Keys made once: from bytes they would be made anew for each text, which takes longer than sealing it.
  const keys = new Map([...others, key].map((bytes) => [keyIdOf(bytes), createSecretKey(bytes)]))
  const encryptionKey = createSecretKey(key)
  const fingerprintSecret = createSecretKey(fingerprintKey ?? deriveKey(key, 'fingerprint'))
  return {
    encrypt(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, keyId, nonce.toString('base64url'), body.toString('base64url')].join('.')
    },
    decrypt(encrypted, context) {
      const [textVersion, textKeyId, nonce, body] = encrypted.split('.')
      if (textVersion !== version || !textKeyId || !nonce || !body) throw new Error('This text is not sealed')
      const decryptionKey = keys.get(textKeyId)
      if (!decryptionKey) throw new UnknownKey(textKeyId)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', decryptionKey, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    fingerprint: (plain, context) =>
      createHmac('sha256', fingerprintSecret)
        .update(JSON.stringify([context, plain]))
        .digest('base64url'),
    currentKeyPrefix: `${version}.${keyId}.`,
  }
}

export class UnknownKey extends Error {
  readonly keyId: string
  constructor(keyId: string) {
    super(
      `This text was sealed with the key ${keyId}, which is neither ENCRYPTION_KEY nor among ENCRYPTION_KEYS_OTHER. Add that key to ENCRYPTION_KEYS_OTHER.`,
    )
    this.name = 'UnknownKey'
    this.keyId = keyId
  }
}

/** Tells keys apart and says nothing of them. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64url').slice(0, 8)

/** One secret of the environment serves several purposes; each gets a key of its own. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'lockstep', purpose, 32))
}
