import type { Database } from '../db/client.ts'
import {
  listOwners,
  placesOf,
  inOwnerScope,
  type Owner,
  countStale,
  lockStale,
  updateReencrypted,
  type StaleText,
  type EncryptedPlace,
} from './encrypted-texts.ts'
import type { Vault } from './vault.ts'

type Parts = { db: Database; vault: Vault }

export type RotationResult = {
  /** How many texts were re-encrypted. */
  reencrypted: number
  /** Texts that are still encrypted with another key, by column; empty after a complete rotation. */
  left: { place: string; texts: number }[]
}

type ReportProgress = (progress: { done: number; owners: number; reencrypted: number }) => void

const maxRounds = 20

/**
 * Re-encrypts with the current key every text that is encrypted with another one. It can be killed and run again, and it runs beside
 * normal work: rows that are locked by others are skipped until the next round.
 */
export async function rotateKey(
  parts: Parts,
  reportProgress: ReportProgress,
  pause: () => Promise<void>,
): Promise<RotationResult> {
  let reencrypted = 0
  for (let round = 1; ; round += 1) {
    const owners = await listOwners(parts.db)
    let unreadable = 0
    for (const [index, owner] of owners.entries()) {
      for (const place of placesOf(owner)) {
        const done = await reencryptPlace(parts, owner, place)
        reencrypted += done.written
        unreadable += done.unreadable
      }
      if (round === 1) reportProgress({ done: index + 1, owners: owners.length, reencrypted })
    }
    const left = await listRemaining(parts)
    const isOver = left.reduce((sum, { texts }) => sum + texts, 0) <= unreadable
    if (isOver || round === maxRounds) return { reencrypted, left }
    await pause()
  }
}

async function reencryptPlace({ db, vault }: Parts, owner: Owner, place: EncryptedPlace) {
  const done = { written: 0, unreadable: 0 }
  for (let after: string | null = null; ;) {
    const batch: Batch = await inOwnerScope(db, owner, async (tx) => {
      const stale = await lockStale(tx, place, { owner, prefix: vault.currentKeyPrefix, after, limit: place.batchSize })
      const fresh = stale.flatMap((text) => reencrypt(vault, place, owner, text))
      await updateReencrypted(tx, place, owner, fresh)
      return { last: stale.at(-1)?.key ?? null, read: stale.length, written: fresh.length }
    })
    done.written += batch.written
    done.unreadable += batch.read - batch.written
    after = batch.last
    if (batch.read < place.batchSize) return done
  }
}

type Batch = { last: string | null; read: number; written: number }

/** Empty for a text that none of the keys decrypts: it is reported at the end and does not stop the rotation. */
function reencrypt(vault: Vault, place: EncryptedPlace, owner: Owner, { key, ciphertext }: StaleText) {
  const context = place.contextOf(key, owner)
  try {
    return [{ key, ciphertext: vault.encrypt(vault.decrypt(ciphertext, context), context) }]
  } catch {
    return []
  }
}

async function listRemaining({ db, vault }: Parts): Promise<RotationResult['left']> {
  const left = new Map<string, number>()
  for (const owner of await listOwners(db)) {
    await inOwnerScope(db, owner, async (tx) => {
      for (const place of placesOf(owner)) {
        const texts = await countStale(tx, place, { owner, prefix: vault.currentKeyPrefix })
        if (texts > 0) left.set(place.name, (left.get(place.name) ?? 0) + texts)
      }
    })
  }
  return [...left].map(([place, texts]) => ({ place, texts }))
}
