import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { syncedFields, toTexts } from '../merge/fields.ts'
import { recordChangeOutcomes } from '../queries/changes.ts'
import { readUnlistedSkus, type UnlistedSku } from '../queries/unlisted.ts'
import type { TwoWaySync } from '../two-way.ts'
import { addSent, type FieldValue } from './note-sent.ts'
import type { ChangeToSend } from './queries/planned.ts'
import { upsertCreatedListings } from './queries/sent-listings.ts'

export type PreparedListing = { change: ChangeToSend<'listing'>; unlisted: UnlistedSku }

/** Of the listings that are planned, those that are still so; noted as sent before they are. */
export async function prepareListings(
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
      .map(({ id }) => ({ id, outcome: 'skipped', reason: 'It was changed here before the listing could be made.' })),
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

/** An offer says nothing of the item that it is on. */
function valuesToSend({ text, asin, values }: UnlistedSku): FieldValue[] {
  const texts = toTexts(values)
  const fields = asin ? (['price', 'quantity'] as const) : syncedFields
  const said = fields.map((field) => ({ field, value: texts[field] })).filter(({ value }) => value !== null)
  return [{ field: 'listing', value: text }, ...said]
}
