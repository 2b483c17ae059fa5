import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { packageItems, packages, shipmentEvents } from '#server/platform/db/schema/fulfillment.ts'

export type Parcel = typeof packages.$inferSelect
type NewEvent = typeof shipmentEvents.$inferInsert

export async function listParcels(tx: Tx, companyId: string, fulfillmentId: string): Promise<Parcel[]> {
  return tx
    .select()
    .from(packages)
    .where(and(eq(packages.companyId, companyId), eq(packages.fulfillmentId, fulfillmentId)))
    .orderBy(asc(packages.packageNumber))
}

export async function upsertParcelRow(
  tx: Tx,
  { id, companyId, ...parcel }: typeof packages.$inferInsert,
): Promise<void> {
  await tx
    .insert(packages)
    .values({ ...parcel, id, companyId })
    .onConflictDoUpdate({ target: [packages.companyId, packages.id], set: parcel })
}

export async function deleteParcels(tx: Tx, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(shipmentEvents)
    .where(and(eq(shipmentEvents.companyId, companyId), inArray(shipmentEvents.packageId, [...ids])))
  await tx.delete(packages).where(and(eq(packages.companyId, companyId), inArray(packages.id, [...ids])))
}

/** Its contents become just these. */
export async function replaceParcelItems(
  tx: Tx,
  companyId: string,
  packageId: string,
  items: readonly { orderItemId: string; quantity: number }[],
): Promise<void> {
  await tx.delete(packageItems).where(and(eq(packageItems.companyId, companyId), eq(packageItems.packageId, packageId)))
  await insertRows(
    tx,
    packageItems,
    items.map((item) => ({ companyId, packageId, ...item })),
  )
}

/** Answers how many were not known yet. */
export async function insertShipmentEvents(tx: Tx, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const added = await tx
    .insert(shipmentEvents)
    .values([...events])
    .onConflictDoNothing()
    .returning({ id: shipmentEvents.id })
  return added.length
}

export async function recordReported(tx: Tx, companyId: string, packageId: string, at: Date): Promise<void> {
  await tx
    .update(packages)
    .set({ reportedAt: at, updatedAt: sql`${packages.updatedAt}` })
    .where(and(eq(packages.companyId, companyId), eq(packages.id, packageId)))
}
