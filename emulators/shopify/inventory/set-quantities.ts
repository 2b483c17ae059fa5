import { findVariantOfItem, hashOf, gid, numberIn, type Shop, type Variant, type Version } from '../state.ts'
import { logLevel } from './levels.ts'

export type SetInput = {
  name: string
  reason: string
  quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null }[]
}

type UserError = { code: string; field: string[]; message: string }
type Wanted = { variant: Variant; locationId: number; quantity: number }

const mostQuantities = 250

/** Sets quantities with compare-and-set: all of a call, or none. */
export function setQuantities(shop: Shop, version: Version, input: SetInput, key: string, now: Date) {
  const digest = hashOf(input)
  const before = shop.keys[key]
  if (before && before.digest !== digest) {
    return refused([error('IDEMPOTENCY_KEY_PARAMETER_MISMATCH', ['input'], 'The key was used with other parameters.')])
  }
  if (before?.hasFailed) {
    return refused([error('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED', ['input'], 'The previous attempt failed.')])
  }
  const { errors, wanted } = check(shop, version, input)
  shop.keys[key] = { digest, hasFailed: errors.length > 0 }
  if (errors.length > 0) return refused(errors)
  for (const { variant, locationId, quantity } of wanted) {
    const level = (variant.levels[locationId] ??= { available: 0, committed: 0 })
    const hasChanged = level.available !== quantity
    level.available = quantity
    if (hasChanged) logLevel(shop, variant, locationId, 'app', now)
  }
  return { inventoryAdjustmentGroup: { id: gid('InventoryAdjustmentGroup', 1) }, userErrors: [] }
}

const error = (code: string, field: string[], message: string): UserError => ({ code, field, message })

const refused = (userErrors: UserError[]) => ({ inventoryAdjustmentGroup: null, userErrors })

const reasons = new Set(['correction', 'cycle_count_available', 'received', 'restock', 'damaged', 'shrinkage', 'other'])

function check(shop: Shop, version: Version, { name, reason, quantities }: SetInput) {
  const errors: UserError[] = []
  if (name !== 'available' && name !== 'on_hand') errors.push(error('INVALID_NAME', ['input', 'name'], 'Invalid name.'))
  if (!reasons.has(reason)) errors.push(error('INVALID_REASON', ['input', 'reason'], 'Invalid reason.'))
  if (quantities.length > mostQuantities) {
    errors.push(error('INVALID_QUANTITY_TOO_HIGH', ['input', 'quantities'], `At most ${mostQuantities} quantities.`))
  }
  const seen = new Set<string>()
  const wanted = quantities.flatMap((given, index): Wanted[] => {
    const at = (code: string, field: string, message: string) =>
      void errors.push(error(code, ['input', 'quantities', String(index), field], message))
    const pair = `${given.inventoryItemId} ${given.locationId}`
    if (seen.has(pair)) at('NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR', 'inventoryItemId', 'It occurs twice.')
    seen.add(pair)
    const variant = findVariantOfItem(shop, given.inventoryItemId)
    const locationNumber = numberIn('Location', given.locationId)
    const location = shop.locations.find((one) => one.id === locationNumber)
    if (!variant) at('INVALID_INVENTORY_ITEM', 'inventoryItemId', 'The specified inventory item could not be found.')
    if (!location) at('INVALID_LOCATION', 'locationId', 'The specified location could not be found.')
    if (!variant || !location) return []
    if (variant.requiresComponents) at('NON_MUTABLE_INVENTORY_ITEM', 'inventoryItemId', 'The item can’t be changed.')
    if (given.quantity < 0) at('INVALID_QUANTITY_NEGATIVE', 'quantity', 'The quantity can’t be negative.')
    if (!('changeFromQuantity' in given)) at('COMPARE_QUANTITY_REQUIRED', 'changeFromQuantity', 'It must be given.')
    const level = variant.levels[location.id]
    // 2026-10 no longer has the error: setting a quantity stocks the item there.
    if (!level && version === '2026-07') {
      at('ITEM_NOT_STOCKED_AT_LOCATION', 'locationId', 'The item is not stocked at the location.')
    }
    const from = given.changeFromQuantity
    if (typeof from === 'number' && from !== (level?.available ?? 0)) {
      at('CHANGE_FROM_QUANTITY_STALE', 'changeFromQuantity', 'The quantity has changed since it was read.')
    }
    return [{ variant, locationId: location.id, quantity: given.quantity }]
  })
  return { errors, wanted }
}
