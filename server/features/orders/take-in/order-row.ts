import type { OrderData } from '#contract/intake.ts'
import { toPromotionSummary } from '../promotion-summary.ts'
import { priceOrder } from './amounts.ts'
import { hashAddress, customerNameOf } from './buyers.ts'
import type { IntakeContext } from './intake-context.ts'

/** The columns of an order that follow what its channel tells. */
export function toOrderColumns(
  { ctx, channelOf, customerOf, addressOf }: IntakeContext,
  orderId: string,
  channelId: string,
  order: OrderData,
) {
  return {
    customerId: customerOf.get(orderId)?.id ?? null,
    customerName: customerNameOf(order),
    shippingAddressId: addressOf.get(orderId) ?? null,
    channelAddressHash: hashAddress(ctx, order.shippingAddress),
    ...priceOrder(order).amounts,
    currency: order.currency,
    promotionSummary: toPromotionSummary(order),
    notes: order.notes ?? null,
    shippingSpeed: order.shippingSpeed ?? channelOf(channelId).config.shippingSpeed,
  }
}
