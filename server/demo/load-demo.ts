import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { addBulkChanges } from './bulk-changes.ts'
import { addCatalogue } from './catalogue.ts'
import { addCompany } from './company.ts'
import { addStock } from './stock.ts'

/** Each part fills its own tables for the demo company, in this order. */
const parts: ((tx: Tx, companyId: string, now: Date) => Promise<void>)[] = [
  addCompany,
  addCatalogue,
  addStock,
  addBulkChanges,
]

/** Fills an empty database with a living business to look at. Anything in it at all, and it is left alone. */
export async function loadDemo(db: Database, clock: Clock): Promise<boolean> {
  const companyId = newId()
  return db.onPlatform(async (tx) => {
    const [any] = await tx.select({ id: companies.id }).from(companies).limit(1)
    if (any) return false
    const now = clock.now()
    for (const part of parts) await part(tx, companyId, now)
    return true
  }, companyId)
}
