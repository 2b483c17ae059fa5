import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/id.ts'
import { addCompany } from './company.ts'

/** Each part fills its own tables for the demo company, in this order. */
const parts: ((tx: Tx, companyId: string, now: Date) => Promise<void>)[] = [addCompany]

/** Fills an empty database with a living business to look at. Anything in it at all, and it is left alone. */
export async function loadDemo(db: Database, clock: Clock): Promise<boolean> {
  const companyId = newId()
  return db.onPlatform(async (tx) => {
    const [any] = await tx.select({ id: companies.id }).from(companies).limit(1)
    if (any) return false
    for (const part of parts) await part(tx, companyId, clock.now())
    return true
  }, companyId)
}
