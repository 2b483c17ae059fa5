import { sql } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingPatch, ListingValues, ListingWriteResult } from '#server/ports/listings.ts'
import type { SyncedField } from '../merge/fields.ts'
import { recordChangeOutcomes, saveMergeStates } from '../queries.ts'
import { type ListedSku, readListedSkus } from '../sku-queries.ts'
import type { TwoWayProgress, TwoWaySync } from '../two-way-run.ts'
import { type ChangeToSend, listChangesToPatch } from './queries.ts'
import { addSent, type ChangeAnswer, sendInBatches, skusPerBatch, toAnswers, toSendResult } from './record-answers.ts'

/** Sends open changes of a marketplace, one call per SKU. */
export async function sendPatches(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const scope = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return sendInBatches(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listChangesToPatch(tx, scope, { limit: skusPerBatch })
      return planned.length === 0 ? null : preparePatches(tx, twoWay, marketplaceId, planned)
    },
    send: (prepared) => patchSku(twoWay, marketplaceId, prepared),
  })
}

type ListingsAccess = Pick<TwoWaySync, 'account' | 'listings'>

/** Amazon refuses a whole patch for one bad field. Then each field is sent by itself. */
async function patchSku(
  access: ListingsAccess,
  marketplaceId: string,
  prepared: PreparedPatch,
): Promise<ChangeAnswer[]> {
  const { patch, changes } = prepared
  const answer = await sendPatch(access, marketplaceId, patch)
  if (answer.isAccepted || changes.length === 1) return toAnswers(changes, answer)
  const answers: ChangeAnswer[] = []
  for (const change of changes) {
    const values = pickFields(patch.values, fieldsOf([change]))
    answers.push(...toAnswers([change], await sendPatch(access, marketplaceId, { ...patch, values })))
  }
  return answers
}

const sendPatch = (
  { account, listings }: ListingsAccess,
  marketplaceId: string,
  patch: ListingPatch,
): Promise<ListingWriteResult> => listings.patch(account, marketplaceId, patch).catch(toSendResult)

/** A patch of one listing and the changes that it carries out. */
type PreparedPatch = { patch: ListingPatch; changes: ChangeToSend[] }

/**
 * Keeps the changes that are still as planned. Records them as sent before they are: if the answer is lost, the value
 * that Amazon then shows is recognized as ours.
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
  const listedSkus = await readListedSkus(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const listedBySku = new Map(
    listedSkus.filter((listed) => listed.marketplaceId === marketplaceId).map((listed) => [listed.skuId, listed]),
  )
  const checked = planned.map((change) => ({ change, reason: reasonToSkip(change, listedBySku.get(change.skuId)) }))
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
  const toSend = [...listedBySku.values()].flatMap((listed) => {
    const changes = open.get(listed.skuId)
    return changes ? [{ listed, changes }] : []
  })
  const time = { at: ctx.clock.now(), since: run.startedAt }
  await saveMergeStates(
    tx,
    account,
    toSend.map(({ listed: { skuId, agreed, sent }, changes }) => {
      const values = changes.map(({ field, ours: value }) => ({ field, value }))
      return { skuId, marketplaceId, agreed, sent: addSent(sent, values, time) }
    }),
  )
  return toSend.map(({ listed, changes }) => ({ patch: toPatch(listed, fieldsOf(changes)), changes }))
}

const fieldsOf = (changes: readonly ChangeToSend[]): SyncedField[] => changes.map(({ field }) => field)

/** Why a change is no longer sent; null if it is. */
function reasonToSkip({ field, ours }: ChangeToSend, listed: ListedSku | undefined): string | null {
  if (!listed) return formatMessage(say('The SKU is no longer part of the sync.'))
  if (field === 'quantity' && !listed.isHeldByMerchant) return formatMessage(say('This SKU is stocked at Amazon.'))
  if (field === 'price' && !listed.isPriced)
    return formatMessage(say('Prices here are no longer in the marketplace’s currency.'))
  return listed.ours[field] === ours ? null : formatMessage(say('It was changed here again before it could be sent.'))
}

type PatchSource = { sku: string; productType: string | null; values: ListingValues }

/** Contains the given fields only. */
const toPatch = ({ sku, productType, values }: PatchSource, fields: readonly SyncedField[]): ListingPatch => ({
  sku,
  productType,
  values: pickFields(values, fields),
})

function pickFields(values: Partial<ListingValues>, fields: readonly SyncedField[]): Partial<ListingValues> {
  const { currency } = values
  const isWanted = new Set<string>(fields)
  const picked = Object.entries(values).filter(([name]) => isWanted.has(name))
  return { ...Object.fromEntries(picked), ...(isWanted.has('price') && currency !== undefined && { currency }) }
}
