import { eq } from 'drizzle-orm'
import pg from 'pg'
import type { Config } from './config.ts'
import type { Database, Tx } from './db/client.ts'
import { vaultSecrets } from './db/schema/vault-secrets.ts'
import { secretContext } from './sealed-columns.ts'
import { listOwners, placesOf, within } from './sealed-owners.ts'
import { findSealed } from './sealed-texts.ts'
import { createVault, deriveKey, UnknownKey, type Vault } from './vault.ts'

type Keys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_OTHER'>

const name = 'fingerprint'

/**
 * The vault of this installation. The key of its fingerprints is derived from the first ENCRYPTION_KEY that there is and
 * kept from then on, sealed, so that customers and opt-outs are still recognised once that key is gone.
 */
export async function openVault(db: Database, { ENCRYPTION_KEY: key, ENCRYPTION_KEYS_OTHER }: Keys): Promise<Vault> {
  const others = ENCRYPTION_KEYS_OTHER ?? []
  const sealing = createVault(key, { others })
  const kept = await db.onPlatform(read).catch(explain)
  const sealed = kept ?? (await keepFirst(db, sealing, await firstKey(db, [key, ...others])))
  return createVault(key, { others, fingerprintKey: Buffer.from(openKept(sealing, sealed), 'base64') })
}

const undefinedTable = '42P01'

function explain(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== undefinedTable) throw error
  throw new Error('The database is not up to date: run npm run migrate', { cause: error })
}

/** What is sealed already, from before anything was kept here, tells which key was the first; nothing, in a new database. */
async function firstKey(db: Database, keys: readonly [Buffer, ...Buffer[]]): Promise<Buffer> {
  const text = await findAnySealed(db)
  if (text === null) return keys[0]
  const first = keys.find((key) => text.startsWith(createVault(key).sealPrefix))
  if (!first) throw unfit(new UnknownKey(text.split('.')[1] ?? ''))
  return first
}

async function findAnySealed(db: Database): Promise<string | null> {
  for (const owner of await listOwners(db)) {
    for (const place of placesOf(owner)) {
      const found = await within(db, owner, (tx) => findSealed(tx, place, owner))
      if (found !== null) return found
    }
  }
  return null
}

/** Of processes that start at once, one keeps its key; the others wait for it and read that one. */
async function keepFirst(db: Database, sealing: Vault, first: Buffer): Promise<string> {
  const secret = sealing.seal(deriveKey(first, 'fingerprint').toString('base64'), secretContext(name))
  return db.onPlatform(async (tx) => {
    await tx.insert(vaultSecrets).values({ name, secret }).onConflictDoNothing()
    const kept = await read(tx)
    if (kept === undefined) throw new Error('The key of the fingerprints could not be kept')
    return kept
  })
}

async function read(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.select({ secret: vaultSecrets.secret }).from(vaultSecrets).where(eq(vaultSecrets.name, name))
  return row?.secret
}

function openKept(vault: Vault, sealed: string): string {
  try {
    return vault.open(sealed, secretContext(name))
  } catch (error) {
    throw unfit(error)
  }
}

function unfit(cause: unknown): Error {
  const why =
    cause instanceof UnknownKey
      ? `Its data are sealed with the key ${cause.keyId}: set ENCRYPTION_KEY to that key, or add that key to ENCRYPTION_KEYS_OTHER.`
      : 'What it keeps of its keys has been changed or belongs to another database: restore the row of vault_secrets from a backup.'
  return new Error(`Lockstep can't start: ENCRYPTION_KEY does not fit this database. ${why}`, { cause })
}
