import { sql } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingWriteResult, NewListing } from '#server/ports/listings.ts'
import { syncedFields, toTexts } from '../merge/fields.ts'
import { recordChangeOutcomes } from '../queries.ts'
import { readUnlistedSkus, type UnlistedSku } from '../sku-queries.ts'
import type { TwoWayProgress, TwoWaySync } from '../two-way-run.ts'
import { type ChangeToSend, listListingsToCreate, upsertCreatedListings } from './queries.ts'
import {
  addSent,
  type ChangeAnswer,
  type FieldValue,
  refusal,
  sendInBatches,
  skusPerBatch,
  toAnswers,
  toSendResult,
} from './record-answers.ts'

/** Creates the listings planned for a marketplace. */
export async function createListings(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return sendInBatches(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listListingsToCreate(tx, place, skusPerBatch)
      return planned.length === 0 ? null : prepareListings(tx, twoWay, marketplaceId, planned)
    },
    send: (prepared) => createListing(twoWay, marketplaceId, prepared),
  })
}

type ListingsAccess = Pick<TwoWaySync, 'account' | 'listings'>

/** With an ASIN the catalog item already has its product type. */
const anyProductType = 'PRODUCT'

const noProductTypeMessage = formatMessage(
  say('Amazon suggests no product type for this title. Enter the SKU’s ASIN, or create the listing in Seller Central.'),
)

async function createListing(
  access: ListingsAccess,
  marketplaceId: string,
  { change, unlisted }: PreparedListing,
): Promise<ChangeAnswer[]> {
  return toAnswers([change], await previewAndCreate(access, marketplaceId, unlisted).catch(toSendResult))
}

/**
 * With an ASIN creates an offer on that catalog item; without one a new item. Amazon validates it in a preview first.
 */
async function previewAndCreate(
  { account, listings }: ListingsAccess,
  marketplaceId: string,
  unlisted: UnlistedSku,
): Promise<ListingWriteResult> {
  const { sku, asin, values } = unlisted
  const productType = asin
    ? anyProductType
    : await listings.suggestProductType(account, marketplaceId, values.title ?? sku)
  if (productType === null) return refusal(noProductTypeMessage)
  const listing: NewListing = { sku, asin, productType, values }
  const preview = await listings.create(account, marketplaceId, listing, { isPreview: true })
  return preview.isAccepted ? listings.create(account, marketplaceId, listing, { isPreview: false }) : preview
}

type PreparedListing = { change: ChangeToSend<'listing'>; unlisted: UnlistedSku }

/**
 * Keeps the listings that are still as planned. Records them as sent before they are, so that after a crash they are
 * recognized as ours.
 */
async function prepareListings(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  marketplaceId: string,
  planned: readonly ChangeToSend<'listing'>[],
): Promise<PreparedListing[]> {
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  const skuIds = planned.map(({ skuId }) => skuId)
  const found = await readUnlistedSkus(tx, place, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const unlistedOf = new Map(found.map((unlisted) => [unlisted.skuId, unlisted]))
  const prepared = planned.flatMap((change) => {
    const unlisted = unlistedOf.get(change.skuId)
    return unlisted?.text === change.ours ? [{ change, unlisted }] : []
  })
  const isPrepared = new Set(prepared.map(({ change }) => change.id))
  await recordChangeOutcomes(
    tx,
    companyId,
    planned
      .filter(({ id }) => !isPrepared.has(id))
      .map(({ id }) => ({
        id,
        outcome: 'skipped',
        reason: formatMessage(say('It was changed here before the listing could be created.')),
      })),
  )
  const time = { at: ctx.clock.now(), since: run.startedAt }
  await upsertCreatedListings(
    tx,
    place,
    prepared.map(({ unlisted }) => {
      const { skuId, asin, sent } = unlisted
      return { skuId, asin, sent: addSent(sent, valuesToSend(unlisted), time) }
    }),
  )
  return prepared
}

/** An offer contains price and quantity only. */
function valuesToSend({ text, asin, values }: UnlistedSku): FieldValue[] {
  const texts = toTexts(values)
  const fields = asin ? (['price', 'quantity'] as const) : syncedFields
  const said = fields.map((field) => ({ field, value: texts[field] })).filter(({ value }) => value !== null)
  return [{ field: 'listing', value: text }, ...said]
}
