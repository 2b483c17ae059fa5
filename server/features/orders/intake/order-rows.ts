import { z } from 'zod'
import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { lineTotal, priceOrder } from './amounts.ts'
import { type Customer, customerNameOf, hashAddress } from './buyers.ts'
import type { IncomingLine } from './order-events.ts'
import type { SellingChannel } from './queries.ts'
import type { SkuFinder } from './sku-of-line.ts'

/** What was loaded for a batch of events. Customers and addresses are keyed by order id. */
export type IntakeContext = {
  ctx: CompanyContext
  now: Date
  channelOf(channelId: string | null): SellingChannel
  skuOf: SkuFinder
  customerOf: ReadonlyMap<string, Customer>
  addressOf: ReadonlyMap<string, string>
}

/** Columns of an order that follow its channel. */
export function toOrderColumns(
  { ctx, channelOf, customerOf, addressOf }: IntakeContext,
  orderId: string,
  channelId: string | null,
  order: OrderData,
) {
  const { amounts, origins } = priceOrder(order)
  return {
    customerId: customerOf.get(orderId)?.id ?? null,
    customerName: customerNameOf(order),
    shippingAddressId: addressOf.get(orderId) ?? null,
    channelAddressHash: hashAddress(ctx, order.shippingAddress),
    externalNumber: order.externalNumber === order.externalOrderId ? null : (order.externalNumber ?? null),
    ...amounts,
    amountOrigins: origins,
    refundedAmount: order.refundedAmount ?? '0.00',
    currency: order.currency,
    promotionSummary: toPromotionSummary(order),
    notes: order.notes ?? null,
    shippingSpeed: order.shippingSpeed ?? channelOf(channelId).config.shippingSpeed,
  }
}

type LineOwner = { orderId: string; channelId: string | null }

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
    externalProductId: line.externalId ?? null,
    sku: line.sku,
    title: line.title ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    totalPrice: lineTotal(line),
    properties: propertiesOf(line),
  }
}

export const propertiesOf = ({ properties }: IncomingLine) => (properties?.length ? properties : null)

/** A stored line. */
export type KnownLine = {
  id: string
  position: number
  skuId: string | null
  externalItemId: string | null
  externalProductId: string | null
  sku: string
  title: string | null
  quantity: number
  unitPrice: string
  properties: unknown
}

/** A known line as its channel describes it now. It keeps its SKU, whatever the channel calls the product by now. */
export function toRevisedLine(
  { skuOf }: IntakeContext,
  channelId: string | null,
  known: KnownLine,
  incoming: IncomingLine,
) {
  const externalProductId = incoming.externalId ?? known.externalProductId
  return {
    id: known.id,
    skuId: known.skuId ?? skuOf({ channelId, externalId: externalProductId, sku: incoming.sku }),
    externalItemId: incoming.externalItemId ?? known.externalItemId,
    externalProductId,
    sku: incoming.sku,
    title: incoming.title ?? null,
    quantity: incoming.quantity,
    unitPrice: incoming.unitPrice,
    totalPrice: lineTotal(incoming),
    properties: propertiesOf(incoming),
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
