import { type SQL, sql } from 'drizzle-orm'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import { endedFulfillments, isLive } from '#contract/order-status.ts'
import { fromCents, toCents } from '#contract/money.ts'

/** What Amazon's preview said a shipment costs, when it was sent; an estimate until Amazon's settlement. */
type Fee = { amount: string; marketplaceId: string | null }

const undone = endedFulfillments.filter((status) => !isLive(status))

/** Whether a fulfillment `f` was cancelled or failed: then it costs nothing. */
export const isUndone = sql`f.status = any(${sql.param([...undone])}::text[])`

/** Whether Amazon ships a fulfillment `f` or has shipped it. */
export const isAmazonShipment = sql`(f.provider = 'amazon_mcf' and not ${isUndone})`

/** The known fees of an order's shipments by Amazon, as JSON. `order` is its company and id, such as `o`. */
export const feesOf = (order: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('amount', f.shipping_cost::text, 'marketplaceId', f.marketplace_id)), '[]')
  from fulfillments f
  where f.company_id = ${order}.company_id and f.order_id = ${order}.id and ${isAmazonShipment} and f.shipping_cost is not null
)`

export type FeeSum = { amount: string; currency: string }

/** The fees summed up by currency. A shipment without a marketplace was paid in the order's currency. */
export function sumFees(fees: readonly Fee[], orderCurrency: string): FeeSum[] {
  const byCurrency = Map.groupBy(fees, ({ marketplaceId }) => currencyAt(marketplaceId ?? '') ?? orderCurrency)
  return [...byCurrency].map(([currency, ofOne]) => ({
    currency,
    amount: fromCents(ofOne.reduce((sum, { amount }) => sum + toCents(amount), 0n)),
  }))
}

/** The cells of a file: one amount is a number, amounts in several currencies are one text. */
export function feeCells(fees: readonly FeeSum[]): { amount: string | null; currency: string | null } {
  const [only] = fees
  if (!only) return { amount: null, currency: null }
  if (fees.length === 1) return only
  const text = fees.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')
  return { amount: text, currency: fees.map(({ currency }) => currency).join(', ') }
}
