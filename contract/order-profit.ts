import { z } from 'zod'
import { t } from './i18n.ts'
import { Balance, fromCents, Sum, toCents } from './money.ts'
import { type FulfillmentStatus, isLive, type OrderStatus } from './order-status.ts'

/** What is missing for an order's profit: a line's cost, the shipment itself, or Amazon's fee for it. */
const profitGaps = ['cost', 'not_sent', 'fee'] as const
type ProfitGap = (typeof profitGaps)[number]

/** The profit of one order in its currency; what is not known is null and named in `gaps`. */
export const OrderProfit = z.object({
  netSales: Balance,
  refunds: Sum,
  costOfGoods: Sum.nullable(),
  fulfillmentFees: Sum.nullable(),
  profit: Balance.nullable(),
  lines: z.int(),
  linesWithoutCost: z.int(),
  gaps: z.array(z.enum(profitGaps)),
})
export type OrderProfit = z.output<typeof OrderProfit>

type Shipment = {
  provider: string
  status: FulfillmentStatus
  shippingCost: string | null
  /** Null where the marketplace is not known; then it is the order's. */
  shippingCostCurrency: string | null
}

type SoldOrder = {
  status: OrderStatus
  total: string
  taxAmount: string
  refundedAmount: string
  currency: string
  isPartial: boolean
  /** The cost of a unit in the company's currency. */
  lines: readonly { quantity: number; unitCost: string | null }[]
  shipments: readonly Shipment[]
}

/**
 * What was paid without tax, less refunds, the cost of the units and Amazon's fees. Costs are in the company's currency, so those of an
 * order in another one are not known. The reports compute the same in SQL (`reports/profit-queries.ts`).
 */
export function computeProfit(order: SoldOrder, companyCurrency: string): OrderProfit {
  const { lines } = order
  const sales = toCents(order.total) - toCents(order.taxAmount)
  const refunds = refundWithoutTax(order, sales)
  const unitCosts = order.currency === companyCurrency ? lines.flatMap(({ unitCost }) => unitCost ?? []) : []
  const linesWithoutCost = lines.length - unitCosts.length
  const cost =
    linesWithoutCost > 0 || lines.length === 0
      ? null
      : lines.reduce((sum, { quantity, unitCost }) => sum + BigInt(quantity) * toCents(unitCost ?? '0.00'), 0n)
  const feeGap = findFeeGap(order)
  const fees = feeGap
    ? null
    : amazonShipments(order).reduce((sum, { shippingCost }) => sum + toCents(shippingCost ?? '0.00'), 0n)
  return {
    netSales: fromCents(sales),
    refunds: fromCents(refunds),
    costOfGoods: cost === null ? null : fromCents(cost),
    fulfillmentFees: fees === null ? null : fromCents(fees),
    profit: cost === null || fees === null ? null : fromCents(sales - refunds - cost - fees),
    lines: lines.length,
    linesWithoutCost,
    gaps: [...(cost === null ? ['cost' as const] : []), ...(feeGap ? [feeGap] : [])],
  }
}

/** A refund pays back its share of the tax, rounded half up. */
function refundWithoutTax({ total, refundedAmount }: SoldOrder, sales: bigint): bigint {
  const [paid, refunded] = [toCents(total), toCents(refundedAmount)]
  return paid > 0n ? (2n * refunded * sales + paid) / (2n * paid) : refunded
}

const amazonShipments = ({ shipments }: SoldOrder): Shipment[] =>
  shipments.filter(({ provider, status }) => provider === 'amazon_mcf' && isLive(status))

function findFeeGap(order: SoldOrder): Exclude<ProfitGap, 'cost'> | null {
  const hasLeft = order.status === 'shipped' || order.status === 'delivered'
  const isSent = hasLeft || order.shipments.some(({ status }) => isLive(status))
  if (!isSent || order.isPartial) return 'not_sent'
  const lacksFee = amazonShipments(order).some(
    ({ shippingCost, shippingCostCurrency }) =>
      shippingCost === null || (shippingCostCurrency ?? order.currency) !== order.currency,
  )
  return lacksFee ? 'fee' : null
}

type Gaps = Pick<OrderProfit, 'gaps' | 'lines' | 'linesWithoutCost'>

/** Names what is missing, such as "1 of 2 items has no cost; not sent yet"; null when nothing is. */
export function missingText({ gaps, lines, linesWithoutCost }: Gaps): string | null {
  const words: Record<ProfitGap, string> = {
    cost: costGapText(lines, linesWithoutCost),
    not_sent: t('not sent yet'),
    fee: t('no fee from Amazon'),
  }
  const text = gaps.map((gap) => words[gap]).join('; ')
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null
}

function costGapText(lines: number, linesWithoutCost: number): string {
  if (lines === 0) return t('items unknown')
  return lines === 1 ? t('item has no cost') : itemsWithoutCost(linesWithoutCost, lines)
}

const itemsWithoutCost = (count: number, lines: number) =>
  t('{count, plural, one {# of {lines} items has no cost} other {# of {lines} items have no cost}}', { count, lines })

/** How many of a report's orders are not in its sums, and why. */
export const ProfitGaps = z.object({
  orders: z.int(),
  ordersLeftOut: z.int(),
  lines: z.int(),
  linesWithoutCost: z.int(),
  ordersNotSent: z.int(),
  ordersWithoutFee: z.int(),
})
export type ProfitGaps = z.output<typeof ProfitGaps>

/** Such as "3 of 40 orders are left out: 2 of 61 items have no cost, 1 order is not sent yet."; null when all count. */
export function gapsText(gaps: ProfitGaps): string | null {
  const { orders, ordersLeftOut, lines, linesWithoutCost, ordersNotSent, ordersWithoutFee } = gaps
  if (ordersLeftOut === 0) return null
  const reasons = [
    ...(linesWithoutCost > 0 ? [itemsWithoutCost(linesWithoutCost, lines)] : []),
    ...(ordersNotSent > 0
      ? [
          t('{count, plural, one {# order hasn’t been sent yet} other {# orders haven’t been sent yet}}', {
            count: ordersNotSent,
          }),
        ]
      : []),
    ...(ordersWithoutFee > 0
      ? [
          t('{count, plural, one {# order has no fee from Amazon} other {# orders have no fee from Amazon}}', {
            count: ordersWithoutFee,
          }),
        ]
      : []),
  ]
  const leftOut = t(
    '{count, plural, one {# of {orders} orders is left out} other {# of {orders} orders are left out}}',
    {
      count: ordersLeftOut,
      orders,
    },
  )
  return reasons.length > 0 ? `${leftOut}: ${reasons.join(', ')}.` : `${leftOut}.`
}
