import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import type { FulfillmentNews, PackageNews } from '#server/ports/fulfillment.ts'
import {
  addShipmentEvents,
  deleteParcels,
  listParcels,
  replaceParcelItems,
  saveParcel,
  type Parcel,
} from '../../queries/parcels.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { contentsOf, parcelAfter, type Contents } from './parcel-after.ts'

/** A parcel as it was and as it is now. */
export type KeptParcel = Contents & { before: Parcel | null; after: Parcel }

export type KeptPackages = { parcels: KeptParcel[]; hasChanged: boolean }

/** Keeps parcels as they are told. Those that have not left yet may be packed otherwise, and then go. */
export async function keepPackages(
  tx: Tx,
  { companyId }: CompanyContext,
  attempt: Attempt,
  news: FulfillmentNews,
): Promise<KeptPackages> {
  const known = await listParcels(tx, companyId, attempt.id)
  const told = new Set(news.packages.map(({ packageNumber }) => packageNumber))
  const gone = known.filter(({ packageNumber, shippedAt }) => !shippedAt && !told.has(packageNumber))
  await deleteParcels(
    tx,
    companyId,
    gone.map(({ id }) => id),
  )
  const parcels: KeptParcel[] = []
  let hasChanged = gone.length > 0
  for (const told of news.packages) {
    const before = known.find(({ packageNumber }) => packageNumber === told.packageNumber) ?? null
    const kept = { before, after: parcelAfter(attempt, before, told, news.readAt), ...contentsOf(attempt, told) }
    if (await keep(tx, kept, told)) hasChanged = true
    parcels.push(kept)
  }
  return { parcels, hasChanged }
}

/** Answers whether something of it is new. */
async function keep(tx: Tx, { before, after, items }: KeptParcel, { events }: PackageNews): Promise<boolean> {
  const { companyId, id, fulfillmentId } = after
  await saveParcel(tx, after)
  if (!before?.shippedAt) await replaceParcelItems(tx, companyId, id, items)
  const added = await addShipmentEvents(
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
