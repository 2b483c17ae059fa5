import type { OrderData } from '#contract/intake.ts'
import { summaryOf } from '../promotion-summary.ts'
import { priceOrder } from './amounts.ts'
import { addressHashOf, nameOf } from './buyers.ts'
import type { Intake } from './intake-context.ts'

/** The columns of an order that follow what its channel tells. */
export function orderRow(
  { ctx, channelOf, customerOf, addressOf }: Intake,
  orderId: string,
  channelId: string,
  order: OrderData,
) {
  return {
    customerId: customerOf.get(orderId)?.id ?? null,
    customerName: nameOf(order),
    shippingAddressId: addressOf.get(orderId) ?? null,
    channelAddressHash: addressHashOf(ctx, order.shippingAddress),
    ...priceOrder(order).amounts,
    currency: order.currency,
    promotionSummary: summaryOf(order),
    notes: order.notes ?? null,
    shippingSpeed: order.shippingSpeed ?? channelOf(channelId).config.shippingSpeed,
  }
}
