import type { Offer, OfferResult } from '#server/ports/channel.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { GraphClient, Timing } from './client.ts'
import { retailerIdOf, toCatalogItem, toHiddenItem, whatIsMissing, type CatalogItem } from './translate/catalog-item.ts'
import { BatchStatus, BatchAccepted } from './wire.ts'

/** Meta's limit is 5,000 items, but it refuses large bodies before that. */
const batchSize = 500
/** Seconds between reads of a batch's status. After the last one the job is retried later. */
const pauses = [1, 2, 4, 6, 7]

type Catalog = { client: GraphClient; catalogId: string; timing: Timing }
type Batch = { items: CatalogItem[]; mayCreate: boolean }
type ItemError = { id: string; reason: string }

export async function pushOffers(catalog: Catalog, offers: readonly Offer[]): Promise<OfferResult[]> {
  const shown = offers.filter(({ isVisible }) => isVisible)
  const hidden = offers.filter(({ isVisible }) => !isVisible)
  const incomplete = shown.flatMap((offer) => toRefused(offer.sku, whatIsMissing(offer)))
  const complete = shown.filter((offer) => whatIsMissing(offer) === null)
  const taken = [
    ...(await sendBatches(catalog, { items: complete.map(toCatalogItem), mayCreate: true })),
    ...(await sendBatches(catalog, { items: hidden.map(toHiddenItem), mayCreate: false })),
  ]
  const complaints = [...taken.flatMap(({ atOnce }) => atOnce), ...(await waitForBatches(catalog, taken))]
  const idsToHide = new Set(hidden.map(retailerIdOf))
  const skuOf = new Map(offers.map((offer) => [retailerIdOf(offer), offer.sku]))
  const refused = complaints
    .filter(({ id, reason }) => !(idsToHide.has(id) && isNotFound(reason)))
    .flatMap(({ id, reason }) => toRefused(skuOf.get(id), reason))
  const rejected = new Map([...incomplete, ...refused].map(({ sku, reason }) => [sku, reason]))
  return offers.map(({ sku, sellable }) => {
    const reason = rejected.get(sku)
    return reason === undefined
      ? { sku, outcome: 'confirmed', quantity: sellable }
      : { sku, outcome: 'rejected', reason }
  })
}

const toRefused = (sku: string | undefined, reason: string | null): { sku: string; reason: string }[] =>
  sku === undefined || reason === null ? [] : [{ sku, reason }]

/** An item that Meta never had need not be hidden. Meta has only a text for this error, no code. */
const isNotFound = (reason: string) => /not exist|n't exist|not found/i.test(reason)

type AcceptedBatch = { handles: string[]; atOnce: ItemError[] }

async function sendBatches(catalog: Catalog, { items, mayCreate }: Batch): Promise<AcceptedBatch[]> {
  const taken: AcceptedBatch[] = []
  for (let begin = 0; begin < items.length; begin += batchSize) {
    taken.push(await sendBatch(catalog, { items: items.slice(begin, begin + batchSize), mayCreate }))
  }
  return taken
}

/** `UPDATE` also creates missing items when `allow_upsert` is set. */
async function sendBatch({ client, catalogId }: Catalog, { items, mayCreate }: Batch): Promise<AcceptedBatch> {
  const requests = items.map((data) => ({ method: 'UPDATE', data }))
  const body = { item_type: 'PRODUCT_ITEM', allow_upsert: mayCreate, requests }
  const path = `${encodeURIComponent(catalogId)}/items_batch`
  const { handles, validation_status } = await client.post(path, body, BatchAccepted)
  const atOnce = validation_status.flatMap(({ retailer_id, errors: [first] }) =>
    first ? [{ id: retailer_id, reason: first.message }] : [],
  )
  return { handles, atOnce }
}

async function waitForBatches(catalog: Catalog, taken: AcceptedBatch[]): Promise<ItemError[]> {
  const complaints: ItemError[] = []
  let open = taken.flatMap(({ handles }) => handles)
  for (const pause of pauses) {
    if (open.length === 0) break
    await catalog.timing.sleep(pause * 1000)
    const looks = await Promise.all(open.map(async (handle) => ({ handle, errors: await readBatch(catalog, handle) })))
    complaints.push(...looks.flatMap(({ errors }) => errors ?? []))
    open = looks.filter(({ errors }) => errors === null).map(({ handle }) => handle)
  }
  if (open.length > 0) throw new Unavailable(say('Meta is still updating the catalog.'))
  return complaints
}

/** Errors of a batch by item; null while Meta is processing it. */
async function readBatch({ client, catalogId }: Catalog, handle: string): Promise<ItemError[] | null> {
  const path = `${encodeURIComponent(catalogId)}/check_batch_request_status`
  const { data } = await client.get(path, { handle, load_ids_of_invalid_requests: 'true' }, BatchStatus)
  const [{ status, errors, ids_of_invalid_requests: invalid }] = data
  if (status === 'error' || status === 'canceled') throw new Unavailable(say('Meta stopped the catalog update.'))
  if (status !== 'finished') return null
  const reasons = new Map([
    ...invalid.map((id) => [id, formatMessage(say('Meta rejected it without a reason.'))] as const),
    ...errors.flatMap(({ id, message }) => (id ? [[id, message] as const] : [])),
  ])
  return [...reasons].map(([id, reason]) => ({ id, reason }))
}
