import { eq } from 'drizzle-orm'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/client.ts'
import { vaultSecrets } from '../db/schema/vault-secrets.ts'
import { secretContext } from './encrypted-columns.ts'
import { listOwners, placesOf, inOwnerScope, findEncrypted } from './encrypted-texts.ts'
import { createVault, deriveKey, UnknownKey, type Vault } from './vault.ts'

type Keys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_OTHER'>

const fingerprintKeyName = 'fingerprint'

/**
 * The vault of this installation. The fingerprint key is derived from the first ENCRYPTION_KEY and stored encrypted in
 * `vault_secrets` from then on, so that customers and opt-outs are still recognized after that key is rotated away.
 */
export async function openVault(db: Database, { ENCRYPTION_KEY: key, ENCRYPTION_KEYS_OTHER }: Keys): Promise<Vault> {
  const others = ENCRYPTION_KEYS_OTHER ?? []
  const vault = createVault(key, { others })
  const stored = await db.onPlatform(readStoredKey).catch(explainMissingTable)
  const encrypted = stored ?? (await storeFirstKey(db, vault, await firstKey(db, [key, ...others])))
  return createVault(key, { others, fingerprintKey: Buffer.from(decryptStored(vault, encrypted), 'base64') })
}

const undefinedTable = '42P01'

function explainMissingTable(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== undefinedTable) throw error
  throw new Error('The database is not up to date: run npm run migrate', { cause: error })
}

/** For databases from before the fingerprint key was stored: an encrypted text tells which key was the first. A new database has none. */
async function firstKey(db: Database, keys: readonly [Buffer, ...Buffer[]]): Promise<Buffer> {
  const text = await findAnyEncrypted(db)
  if (text === null) return keys[0]
  const first = keys.find((key) => text.startsWith(createVault(key).currentKeyPrefix))
  if (!first) throw keyMismatch(new UnknownKey(text.split('.')[1] ?? ''))
  return first
}

async function findAnyEncrypted(db: Database): Promise<string | null> {
  for (const owner of await listOwners(db)) {
    for (const place of placesOf(owner)) {
      const found = await inOwnerScope(db, owner, (tx) => findEncrypted(tx, place, owner))
      if (found !== null) return found
    }
  }
  return null
}

/** When several processes start at once, one inserts its key; the others wait for it and read that one. */
async function storeFirstKey(db: Database, vault: Vault, first: Buffer): Promise<string> {
  const secret = vault.encrypt(deriveKey(first, 'fingerprint').toString('base64'), secretContext(fingerprintKeyName))
  return db.onPlatform(async (tx) => {
    await tx.insert(vaultSecrets).values({ name: fingerprintKeyName, secret }).onConflictDoNothing()
    const stored = await readStoredKey(tx)
    if (stored === undefined) throw new Error('The key of the fingerprints could not be kept')
    return stored
  })
}

async function readStoredKey(tx: Tx): Promise<string | undefined> {
  const [row] = await tx
    .select({ secret: vaultSecrets.secret })
    .from(vaultSecrets)
    .where(eq(vaultSecrets.name, fingerprintKeyName))
  return row?.secret
}

function decryptStored(vault: Vault, encrypted: string): string {
  try {
    return vault.decrypt(encrypted, secretContext(fingerprintKeyName))
  } catch (error) {
    throw keyMismatch(error)
  }
}

function keyMismatch(cause: unknown): Error {
  const why =
    cause instanceof UnknownKey
      ? `Its data are sealed with the key ${cause.keyId}: set ENCRYPTION_KEY to that key, or add that key to ENCRYPTION_KEYS_OTHER.`
      : 'What it keeps of its keys has been changed or belongs to another database: restore the row of vault_secrets from a backup.'
  return new Error(`Lockstep can't start: ENCRYPTION_KEY does not fit this database. ${why}`, { cause })
}
