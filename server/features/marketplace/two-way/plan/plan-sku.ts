import { type FieldTexts, type SyncedField, syncedFields } from '../merge/fields.ts'
import { mergeField, mergeQuantity, type MergeResult, type QuantityMergeResult } from '../merge/merge-field.ts'
import type { FieldChange, StoredSent } from '../queries.ts'
import type { ListedSku } from '../sku-queries.ts'

export type SkuPlan = { changes: FieldChange[]; agreed: Partial<FieldTexts>; sent: StoredSent }

const directions = { send: 'to_amazon', take: 'to_lockstep' } as const

type PlanOptions = { now: Date; importsOnly: boolean }

/**
 * Plans the changes of a SKU and its listing, and the new merge state. With `importsOnly`, changes to send and
 * conflicts are left for a later sync.
 */
export function planSku(listed: ListedSku, { now, importsOnly }: PlanOptions): SkuPlan {
  const plan: SkuPlan = { changes: [], agreed: { ...listed.agreed }, sent: { ...listed.sent } }
  delete plan.sent.listing
  for (const field of syncedFields) {
    const merged = mergeSkuField(listed, field, now)
    if (!merged) continue
    const { action, isConflict, agreed, sent } = merged
    if (importsOnly && (action === 'send' || isConflict)) continue
    if (agreed !== undefined) plan.agreed[field] = agreed
    if (sent.length > 0) plan.sent[field] = [...sent]
    else delete plan.sent[field]
    if (action !== 'send' && action !== 'take') continue
    const { skuId, marketplaceId, ours, amazon } = listed
    const direction = directions[action]
    plan.changes.push({ skuId, marketplaceId, field, direction, ours: ours[field], amazon: amazon[field], isConflict })
  }
  return plan
}

/** Null if the field is not synced for this SKU. */
export function mergeSkuField(listed: ListedSku, field: SyncedField, now: Date): MergeResult | null {
  switch (field) {
    case 'title':
      return mergeTextField(withOwnTitle(listed), field, { takes: true, canBeEmptied: false, now })
    case 'price':
      return listed.isPriced ? mergeTextField(listed, field, { takes: true, canBeEmptied: false, now }) : null
    case 'quantity':
      return listed.isHeldByMerchant ? mergeSkuQuantity(listed, now) : null
    case 'brand':
    case 'description':
    case 'bulletPoints':
      return mergeTextField(listed, field, { takes: listed.isOnlySku, canBeEmptied: true, now })
  }
}

/** A product title shared by several SKUs is not the SKU's own, so Amazon's title wins on the first sync. */
const withOwnTitle = (listed: ListedSku): ListedSku => {
  const isShared = !listed.hasOwnTitle && !listed.isOnlySku && listed.agreed.title === undefined
  return isShared ? { ...listed, ours: { ...listed.ours, title: null } } : listed
}

type MergeRules = { takes: boolean; canBeEmptied: boolean; now: Date }

const mergeTextField = (listed: ListedSku, field: Exclude<SyncedField, 'quantity'>, rules: MergeRules): MergeResult =>
  mergeField({
    ours: listed.ours[field],
    oursEditedAt: listed.editedAt[field],
    amazon: listed.amazon[field],
    amazonChangedAt: listed.changedAt,
    agreed: listed.agreed[field],
    sent: listed.sent[field] ?? [],
    ...rules,
  })

export const mergeSkuQuantity = (listed: ListedSku, now: Date): QuantityMergeResult => {
  const { quantity: agreed } = listed.agreed
  return mergeQuantity({
    ours: listed.values.quantity,
    countedAt: listed.countedAt,
    amazon: listed.amazonValues.quantity,
    amazonChangedAt: listed.changedAt,
    agreed: typeof agreed === 'string' ? Number(agreed) : agreed,
    sent: listed.sent.quantity ?? [],
    now,
  })
}
