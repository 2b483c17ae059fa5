import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/id.ts'
import { buildSku } from './builders.ts'

/** A sheet save that took the price of one SKU from 10.00 to 12.00, unless told otherwise. */
export async function buildChangeSet(
  db: Database,
  companyId: string,
  overrides: Partial<typeof changeSets.$inferInsert> = {},
) {
  const id = overrides.id ?? newId()
  const sku = await buildSku(db, companyId, { price: '12.00' })
  return db.inCompany(companyId, async (tx) => {
    const [changeSet] = await tx
      .insert(changeSets)
      .values({
        kind: 'sheet',
        status: 'applied',
        summary: '1 SKU changed',
        actorName: 'Ana Ruiz',
        processed: 1,
        updated: 1,
        appliedAt: new Date('2026-03-02T09:00:00Z'),
        ...overrides,
        companyId,
        id,
      })
      .returning()
    if (!changeSet) throw new Error('no change set was built')
    await tx.insert(changeSetRows).values({
      companyId,
      changeSetId: id,
      rowNumber: 1,
      resource: 'sku',
      resourceId: sku.id,
      label: sku.sku,
      before: { price: '10.00' },
      after: { price: '12.00' },
    })
    await tx.update(skus).set({ version: 2 }).where(eq(skus.id, sku.id))
    return { ...changeSet, skuId: sku.id }
  })
}
