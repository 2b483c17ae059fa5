import type { ChosenItems, SpeedPreview } from '#contract/fulfillment.ts'
import { locale, t } from '#contract/i18n.ts'
import { obstacleTo } from '#contract/order-actions.ts'
import type { AttentionCode, ShippingSpeed } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** Units to send by line id. */
export type Units = Readonly<Record<string, number>>

export const unsentLines = ({ items }: OrderDetail) => items.filter(({ unsent }) => unsent > 0)

export const unitsOf = (order: OrderDetail, chosen: Units, lineId: string): number => {
  const unsent = order.items.find(({ id }) => id === lineId)?.unsent ?? 0
  return Math.min(chosen[lineId] ?? unsent, unsent)
}

/** The units of each line that are in stock. */
export const coveredUnits = (order: OrderDetail): Units =>
  Object.fromEntries(unsentLines(order).map(({ id, unsent, lacking }) => [id, Math.max(unsent - lacking, 0)]))

/**
 * Items of a partial shipment; undefined when everything is sent, because the server then sends what is left at that
 * moment.
 */
export function chosenItems(order: OrderDetail, chosen: Units): ChosenItems | undefined {
  const lines = unsentLines(order).map(({ id, unsent }) => ({ id, unsent, quantity: unitsOf(order, chosen, id) }))
  if (lines.every(({ unsent, quantity }) => quantity === unsent)) return undefined
  return lines.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => ({ orderItemId: id, quantity }))
}

/** Why the order can't be sent at any speed; null when it can. */
export function obstacleToSending(order: OrderDetail, chosen: Units, now: Date): string | null {
  const obstacle = obstacleTo('fulfill', order, now)
  if (obstacle) return obstacle
  if (order.addressProblems.length > 0) return t('Correct the shipping address first.')
  const sent = unsentLines(order).filter(({ id }) => unitsOf(order, chosen, id) > 0)
  if (sent.length === 0) return t('Choose at least one unit.')
  const unknown = sent.find(({ skuId }) => skuId === null)
  return unknown ? t('Unknown SKU: {sku}. Map it first, or leave it out.', { sku: unknown.sku }) : null
}

/** Why the whole order can't be sent with one press once its address is corrected; null when it can. */
export function obstacleAfterCorrection(order: OrderDetail, now: Date): string | null {
  const obstacle = obstacleToSending({ ...order, addressProblems: [] }, {}, now)
  const blocking = order.attentions.find(({ code }) => code in overridable)
  return obstacle ?? blocking?.reason ?? null
}

/** Whether Amazon can't ship the units at any speed, which can't be overridden. */
export const isUnfulfillable = (previews: readonly SpeedPreview[]): boolean =>
  previews.every(({ isFulfillable }) => !isFulfillable)

/** Why Amazon can't ship at this speed; null when it can. */
export function obstacleToSpeed(speed: ShippingSpeed, previews: readonly SpeedPreview[]): string | null {
  if (isUnfulfillable(previews)) return t('Amazon can’t ship these units at any speed.')
  const preview = previews.find(({ shippingSpeed }) => shippingSpeed === speed)
  return preview?.isFulfillable ? null : t('Amazon can’t ship these units at this speed. Choose another.')
}

/** Used after the server answered 409: stock may be gone since the order was loaded. */
const defaultOverrideLabel = t('Send it anyway')

/** Attention codes that a person may override, as what follows "Send it although". */
const overridable: Partial<Record<AttentionCode, string>> = {
  not_enough_stock: t('there doesn’t seem to be enough stock'),
  shipped_by_channel: t('the channel says it has shipped the order itself'),
  cancelled_by_channel: t('the channel has cancelled it'),
}

/** Label of the override checkbox; null when there is nothing to override. */
export function overrideLabel({ attentions }: OrderDetail, error: unknown): string | null {
  const known = attentions.flatMap(({ code }) => overridable[code] ?? [])
  if (known.length > 0)
    return t('Send it even though {reasons}', { reasons: new Intl.ListFormat(locale()).format(known) })
  return error instanceof ApiError && error.status === 409 ? defaultOverrideLabel : null
}

/**
 * Whether the server would refuse without the override. Lacking stock counts only for the whole order, because a part
 * may leave out what is lacking.
 */
export const requiresOverride = ({ attentions }: OrderDetail, items: ChosenItems | undefined): boolean =>
  attentions.some(({ code }) => code in overridable && (code !== 'not_enough_stock' || items === undefined))
