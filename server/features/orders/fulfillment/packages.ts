import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { packageItems, packages, shipmentEvents } from '#server/platform/db/schema/fulfillment.ts'
import { newId } from '#server/platform/ids.ts'
import type { FulfillmentSnapshot, PackageSnapshot } from '#server/ports/fulfillment.ts'
import { nextParcel, type ParcelChange, parcelContentsOf } from './fulfillment-update.ts'
import type { Attempt, Parcel } from './queries.ts'

type PackageChanges = { parcels: ParcelChange[]; hasChanged: boolean }

/**
 * Stores the parcels of a snapshot. Parcels that Amazon no longer lists are deleted unless they have shipped: it may
 * repack them.
 */
export async function upsertPackages(
  tx: Tx,
  { companyId }: CompanyContext,
  attempt: Attempt,
  snapshot: FulfillmentSnapshot,
): Promise<PackageChanges> {
  const known = await listParcels(tx, companyId, attempt.id)
  const listed = new Set(snapshot.packages.map(({ packageNumber }) => packageNumber))
  const removed = known.filter(({ packageNumber, shippedAt }) => !shippedAt && !listed.has(packageNumber))
  await deleteParcels(
    tx,
    companyId,
    removed.map(({ id }) => id),
  )
  const parcels: ParcelChange[] = []
  let hasChanged = removed.length > 0
  for (const parcel of snapshot.packages) {
    const before = known.find(({ packageNumber }) => packageNumber === parcel.packageNumber) ?? null
    const change = {
      before,
      after: nextParcel(attempt, before, parcel, snapshot.readAt),
      ...parcelContentsOf(attempt, parcel),
    }
    if (await upsertParcel(tx, change, parcel)) hasChanged = true
    parcels.push(change)
  }
  return { parcels, hasChanged }
}

/** Returns whether anything changed. */
async function upsertParcel(
  tx: Tx,
  { before, after, items }: ParcelChange,
  { events }: PackageSnapshot,
): Promise<boolean> {
  const { companyId, id, fulfillmentId } = after
  await upsertParcelRow(tx, after)
  if (!before?.shippedAt) await replaceParcelItems(tx, companyId, id, items)
  const added = await insertShipmentEvents(
    tx,
    events.map(({ type, description, location, at }) => ({
      companyId,
      id: newId(),
      fulfillmentId,
      packageId: id,
      eventType: type,
      description,
      location,
      timestamp: at,
    })),
  )
  return added > 0 || factsOf(before) !== factsOf(after)
}

const factsOf = (parcel: Parcel | null): string =>
  JSON.stringify(parcel && { ...parcel, checkedAt: null, reportedAt: null, createdAt: null, updatedAt: null })

type NewEvent = typeof shipmentEvents.$inferInsert

async function listParcels(tx: Tx, companyId: string, fulfillmentId: string): Promise<Parcel[]> {
  return tx
    .select()
    .from(packages)
    .where(and(eq(packages.companyId, companyId), eq(packages.fulfillmentId, fulfillmentId)))
    .orderBy(asc(packages.packageNumber))
}

async function upsertParcelRow(tx: Tx, { id, companyId, ...parcel }: typeof packages.$inferInsert): Promise<void> {
  await tx
    .insert(packages)
    .values({ ...parcel, id, companyId })
    .onConflictDoUpdate({ target: [packages.companyId, packages.id], set: parcel })
}

async function deleteParcels(tx: Tx, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(shipmentEvents)
    .where(and(eq(shipmentEvents.companyId, companyId), inArray(shipmentEvents.packageId, [...ids])))
  await tx.delete(packages).where(and(eq(packages.companyId, companyId), inArray(packages.id, [...ids])))
}

/** Replaces the contents of a parcel. */
async function replaceParcelItems(
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

/** Returns how many events were new. */
async function insertShipmentEvents(tx: Tx, events: readonly NewEvent[]): Promise<number> {
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

type OwnParcel = Pick<
  Parcel,
  'companyId' | 'fulfillmentId' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'shippedAt'
>

/** The only parcel of an attempt of the seller's. */
export async function insertOwnParcel(
  tx: Tx,
  { at, ...columns }: OwnParcel & { at: Date },
  items: readonly { orderItemId: string; quantity: number }[],
): Promise<Parcel> {
  const unknown = { carrierStatus: null, estimatedArrival: null, deliveredAt: null, deliverySource: null }
  const parcel = {
    ...columns,
    ...unknown,
    checkedAt: null,
    reportedAt: null,
    id: newId(),
    packageNumber: '1',
    createdAt: at,
    updatedAt: at,
  }
  await tx.insert(packages).values(parcel)
  await replaceParcelItems(tx, columns.companyId, parcel.id, items)
  return parcel
}

type ParcelChanges = Partial<
  Pick<
    Parcel,
    'carrier' | 'trackingNumber' | 'trackingUrl' | 'reportedAt' | 'deliveredAt' | 'deliverySource' | 'updatedAt'
  >
>

export async function updateOwnParcel(
  tx: Tx,
  companyId: string,
  packageId: string,
  changes: ParcelChanges,
): Promise<void> {
  await tx
    .update(packages)
    .set(changes)
    .where(and(eq(packages.companyId, companyId), eq(packages.id, packageId)))
}
