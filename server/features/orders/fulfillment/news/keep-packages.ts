import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { FulfillmentSnapshot, PackageSnapshot } from '#server/ports/fulfillment.ts'
import {
  insertShipmentEvents,
  deleteParcels,
  listParcels,
  replaceParcelItems,
  upsertParcelRow,
  type Parcel,
} from '../../queries/parcels.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { parcelContentsOf, nextParcel, type ParcelContents } from './parcel-after.ts'

/** A parcel as it was and as it is now. */
export type ParcelChange = ParcelContents & { before: Parcel | null; after: Parcel }

export type PackageChanges = { parcels: ParcelChange[]; hasChanged: boolean }

/** Keeps parcels as they are told. Those that have not left yet may be packed otherwise, and then go. */
export async function upsertPackages(
  tx: Tx,
  { companyId }: CompanyContext,
  attempt: Attempt,
  snapshot: FulfillmentSnapshot,
): Promise<PackageChanges> {
  const known = await listParcels(tx, companyId, attempt.id)
  const told = new Set(snapshot.packages.map(({ packageNumber }) => packageNumber))
  const removed = known.filter(({ packageNumber, shippedAt }) => !shippedAt && !told.has(packageNumber))
  await deleteParcels(
    tx,
    companyId,
    removed.map(({ id }) => id),
  )
  const parcels: ParcelChange[] = []
  let hasChanged = removed.length > 0
  for (const told of snapshot.packages) {
    const before = known.find(({ packageNumber }) => packageNumber === told.packageNumber) ?? null
    const change = {
      before,
      after: nextParcel(attempt, before, told, snapshot.readAt),
      ...parcelContentsOf(attempt, told),
    }
    if (await upsertParcel(tx, change, told)) hasChanged = true
    parcels.push(change)
  }
  return { parcels, hasChanged }
}

/** Answers whether something of it is new. */
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
