import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingPatch } from '#server/ports/listings.ts'
import type { SyncedField } from '../merge/fields.ts'
import { recordChangeOutcomes } from '../queries/changes.ts'
import { saveMergeStates } from '../queries/listings.ts'
import { readListedSkus, type ListedSku } from '../queries/sides.ts'
import type { TwoWaySync } from '../two-way.ts'
import { addSent } from './note-sent.ts'
import { toPatch } from './patch-of.ts'
import type { ChangeToSend } from './queries/planned.ts'

/** What one SKU's listing is to be told, and the planned changes that this carries out. */
export type PreparedPatch = { patch: ListingPatch; changes: ChangeToSend[] }

/**
 * Of what was planned, that which is still so. It is noted as sent before it is: should the answer be lost, what Amazon
 * then shows is known for our own.
 */
export async function preparePatches(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  marketplaceId: string,
  planned: readonly ChangeToSend[],
): Promise<PreparedPatch[]> {
  const { companyId } = ctx
  const account = { companyId, accountId: run.accountId }
  const skuIds = [...new Set(planned.map(({ skuId }) => skuId))]
  const sides = await readListedSkus(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const sideOf = new Map(sides.filter((side) => side.marketplaceId === marketplaceId).map((side) => [side.skuId, side]))
  const checked = planned.map((change) => ({ change, reason: reasonToSkip(change, sideOf.get(change.skuId)) }))
  const skipped = checked.filter(({ reason }) => reason !== null)
  await recordChangeOutcomes(
    tx,
    companyId,
    skipped.map(({ change, reason }) => ({ id: change.id, outcome: 'skipped', reason })),
  )
  const open = Map.groupBy(
    checked.filter(({ reason }) => reason === null).map(({ change }) => change),
    ({ skuId }) => skuId,
  )
  const toSend = [...sideOf.values()].flatMap((side) => {
    const changes = open.get(side.skuId)
    return changes ? [{ side, changes }] : []
  })
  const time = { at: ctx.clock.now(), since: run.startedAt }
  await saveMergeStates(
    tx,
    account,
    toSend.map(({ side: { skuId, agreed, sent }, changes }) => {
      const values = changes.map(({ field, ours: value }) => ({ field, value }))
      return { skuId, marketplaceId, agreed, sent: addSent(sent, values, time) }
    }),
  )
  return toSend.map(({ side, changes }) => ({ patch: toPatch(side, fieldsOf(changes)), changes }))
}

export const fieldsOf = (changes: readonly ChangeToSend[]): SyncedField[] => changes.map(({ field }) => field)

/** Why a change is not sent any more; null when it is. */
function reasonToSkip({ field, ours }: ChangeToSend, side: ListedSku | undefined): string | null {
  if (!side) return 'The SKU no longer takes part in the sync.'
  if (field === 'quantity' && !side.isHeldByMerchant) return 'Amazon holds the stock of this SKU.'
  if (field === 'price' && !side.isPriced) return 'Prices here are not in the marketplace’s currency any more.'
  return side.ours[field] === ours ? null : 'It was changed here again before it could be sent.'
}
