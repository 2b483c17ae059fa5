import { z } from 'zod'
import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { lineTotal, priceOrder } from './amounts.ts'
import { type Customer, customerNameOf, hashAddress } from './buyers.ts'
import type { IncomingLine } from './order-events.ts'
import type { SellingChannel, SkuFinder } from './queries.ts'

/** What was loaded for a batch of events. Customers and addresses are keyed by order id. */
export type IntakeContext = {
  ctx: CompanyContext
  now: Date
  channelOf(channelId: string): SellingChannel
  skuOf: SkuFinder
  customerOf: ReadonlyMap<string, Customer>
  addressOf: ReadonlyMap<string, string>
}

/** Columns of an order that follow its channel. */
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

type LineOwner = { orderId: string; channelId: string }

/** Row of a new line. */
export function toLineRow(
  { ctx, skuOf }: IntakeContext,
  { orderId, channelId }: LineOwner,
  line: IncomingLine,
  position: number,
) {
  return {
    companyId: ctx.companyId,
    id: newId(),
    orderId,
    position,
    skuId: skuOf({ channelId, externalId: line.externalId ?? null, sku: line.sku }),
    externalItemId: line.externalItemId ?? null,
    sku: line.sku,
    title: line.title ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    totalPrice: lineTotal(line),
  }
}

/** Promotion codes as stored with an order. */
const PromotionSummary = z.object({ codes: z.array(z.string()), areInPrices: z.boolean().default(false) })

const toPromotionSummary = ({ promotionCodes, arePromotionsInPrices }: OrderData) =>
  promotionCodes?.length
    ? { codes: promotionCodes, ...(arePromotionsInPrices && { areInPrices: arePromotionsInPrices }) }
    : null

export const parsePromotionSummary = (summary: unknown): z.output<typeof PromotionSummary> =>
  PromotionSummary.nullable().parse(summary) ?? { codes: [], areInPrices: false }
