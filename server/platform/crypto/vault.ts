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
 * Authenticated encryption (AES-256-GCM) of short texts. `context` is additional authenticated data: it names column, company and
 * row, so that a ciphertext that is copied to another row or company cannot be decrypted there.
 */
export type Vault = {
  encrypt(plain: string, context: string): string
  decrypt(encrypted: string, context: string): string
  /** A keyed hash (HMAC-SHA-256) to find equal texts: equal for the same text and context, useless without the key. */
  fingerprint(plain: string, context: string): string
  /** The prefix of every text that is encrypted with the current key. */
  readonly currentKeyPrefix: string
}

/** Fingerprints have their own key, so that they survive a rotation of the encryption key. */
type VaultKeys = { others?: readonly Buffer[]; fingerprintKey?: Buffer }

const version = 'v1'

/** Encrypts with `key`; decrypts texts of `key` and of `others`. */
export function createVault(key: Buffer, { others = [], fingerprintKey }: VaultKeys = {}): Vault {
  const keyId = keyIdOf(key)
  // KeyObjects are created once: creating one per text takes longer than encrypting it.
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

/** Identifies a key without revealing it. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64url').slice(0, 8)

/** Derives a key per purpose from one secret of the environment (HKDF). */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'lockstep', purpose, 32))
}
