import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { syncedFields, textsOf } from '../merge/fields.ts'
import { endChanges } from '../queries/changes.ts'
import { readUnlisted, type Unlisted } from '../queries/unlisted.ts'
import type { TwoWay } from '../two-way.ts'
import { noteSent, type SentValue } from './note-sent.ts'
import type { Planned } from './queries/planned.ts'
import { keepMade } from './queries/sent-listings.ts'

export type PreparedListing = { change: Planned<'listing'>; unlisted: Unlisted }

/** Of the listings that are planned, those that are still so; noted as sent before they are. */
export async function prepareListings(
  tx: Tx,
  { ctx, run }: TwoWay,
  marketplaceId: string,
  planned: readonly Planned<'listing'>[],
): Promise<PreparedListing[]> {
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  const skuIds = planned.map(({ skuId }) => skuId)
  const found = await readUnlisted(tx, place, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const unlistedOf = new Map(found.map((unlisted) => [unlisted.skuId, unlisted]))
  const prepared = planned.flatMap((change) => {
    const unlisted = unlistedOf.get(change.skuId)
    return unlisted?.text === change.ours ? [{ change, unlisted }] : []
  })
  const isPrepared = new Set(prepared.map(({ change }) => change.id))
  await endChanges(
    tx,
    companyId,
    planned
      .filter(({ id }) => !isPrepared.has(id))
      .map(({ id }) => ({ id, outcome: 'skipped', reason: 'It was changed here before the listing could be made.' })),
  )
  const time = { at: ctx.clock.now(), since: run.startedAt }
  await keepMade(
    tx,
    place,
    prepared.map(({ unlisted }) => {
      const { skuId, asin, sent } = unlisted
      return { skuId, asin, sent: noteSent(sent, valuesIn(unlisted), time) }
    }),
  )
  return prepared
}

/** An offer says nothing of the item that it is on. */
function valuesIn({ text, asin, values }: Unlisted): SentValue[] {
  const texts = textsOf(values)
  const fields = asin ? (['price', 'quantity'] as const) : syncedFields
  const said = fields.map((field) => ({ field, value: texts[field] })).filter(({ value }) => value !== null)
  return [{ field: 'listing', value: text }, ...said]
}
