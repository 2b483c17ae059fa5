import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingPatch } from '#server/ports/listings.ts'
import type { SyncedField } from '../merge/fields.ts'
import { endChanges } from '../queries/changes.ts'
import { rememberSides } from '../queries/listings.ts'
import { readSides, type Side } from '../queries/sides.ts'
import type { TwoWay } from '../two-way.ts'
import { noteSent } from './note-sent.ts'
import { patchOf } from './patch-of.ts'
import type { Planned } from './queries/planned.ts'

/** What one SKU's listing is to be told, and the planned changes that this carries out. */
export type Prepared = { patch: ListingPatch; changes: Planned[] }

/**
 * Of what was planned, that which is still so. It is noted as sent before it is: should the answer be lost, what Amazon
 * then shows is known for our own.
 */
export async function preparePatches(
  tx: Tx,
  { ctx, run }: TwoWay,
  marketplaceId: string,
  planned: readonly Planned[],
): Promise<Prepared[]> {
  const { companyId } = ctx
  const account = { companyId, accountId: run.accountId }
  const skuIds = [...new Set(planned.map(({ skuId }) => skuId))]
  const sides = await readSides(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const sideOf = new Map(sides.filter((side) => side.marketplaceId === marketplaceId).map((side) => [side.skuId, side]))
  const judged = planned.map((change) => ({ change, reason: whyNot(change, sideOf.get(change.skuId)) }))
  const skipped = judged.filter(({ reason }) => reason !== null)
  await endChanges(
    tx,
    companyId,
    skipped.map(({ change, reason }) => ({ id: change.id, outcome: 'skipped', reason })),
  )
  const open = Map.groupBy(
    judged.filter(({ reason }) => reason === null).map(({ change }) => change),
    ({ skuId }) => skuId,
  )
  const toSend = [...sideOf.values()].flatMap((side) => {
    const changes = open.get(side.skuId)
    return changes ? [{ side, changes }] : []
  })
  const time = { at: ctx.clock.now(), since: run.startedAt }
  await rememberSides(
    tx,
    account,
    toSend.map(({ side: { skuId, agreed, sent }, changes }) => {
      const values = changes.map(({ field, ours: value }) => ({ field, value }))
      return { skuId, marketplaceId, agreed, sent: noteSent(sent, values, time) }
    }),
  )
  return toSend.map(({ side, changes }) => ({ patch: patchOf(side, fieldsOf(changes)), changes }))
}

export const fieldsOf = (changes: readonly Planned[]): SyncedField[] => changes.map(({ field }) => field)

/** Why a change is not sent any more; null when it is. */
function whyNot({ field, ours }: Planned, side: Side | undefined): string | null {
  if (!side) return 'The SKU no longer takes part in the sync.'
  if (field === 'quantity' && !side.isHeldByMerchant) return 'Amazon holds the stock of this SKU.'
  if (field === 'price' && !side.isPriced) return 'Prices here are not in the marketplace’s currency any more.'
  return side.ours[field] === ours ? null : 'It was changed here again before it could be sent.'
}
