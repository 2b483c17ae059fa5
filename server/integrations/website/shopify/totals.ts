import { imbalance, balanceAmounts, sum, type Amounts } from '../amounts.ts'
import { linesToSend, shareLeftOut } from './lines.ts'
import type { Order } from './wire.ts'

/**
 * The sums of what we send, in the shop's money. Where prices include tax none comes on top, so ours has none. Tips, duties
 * and fees count with shipping.
 */
export function amountsOf(order: Order): Amounts {
  const sent = linesToSend(order)
  const left = shareLeftOut(order)
  const goods = sum(sent.map(({ line, units }) => line.price * units))
  const { tax, total } = sumsOf(order)
  const charges = chargesOf(order)
  const told = possibleSplits(order, goods + left.goods).map(({ discount, shipping }) => ({
    goods,
    discount: discount - left.discount,
    shipping: shipping + charges,
    tax: tax - left.tax,
    total: total - left.goods + left.discount - left.tax,
  }))
  const closest = told.reduce((one, other) => (Math.abs(imbalance(other)) < Math.abs(imbalance(one)) ? other : one))
  // Each line's share of discount and tax is rounded by itself.
  return balanceAmounts(closest, 2 * order.line_items.length)
}

type DiscountAndShipping = { discount: number; shipping: number }

/**
 * A discount on shipping stands among the discounts while shipping stands undiscounted; once shipping was refunded only the
 * current sums add up. So both ways of telling are tried, and the one that gives the total holds.
 */
function possibleSplits(order: Order, allGoods: number): [DiscountAndShipping, DiscountAndShipping] {
  const { subtotal, discount } = sumsOf(order)
  const shipping = order.total_shipping_price_set?.shop_money.amount ?? 0
  const offGoods = subtotal === null ? (discount ?? 0) : allGoods - subtotal
  return [
    { discount: discount ?? offGoods, shipping },
    { discount: offGoods, shipping: order.current_shipping_price_set?.shop_money.amount ?? shipping },
  ]
}

/** As the order stands now; but a cancelled one as it was placed, since Shopify has taken everything off it again. */
function sumsOf(order: Order) {
  const pick = (placed: number | null, current: number | null) => (order.cancelled_at ? placed : (current ?? placed))
  return {
    subtotal: pick(order.subtotal_price, order.current_subtotal_price),
    discount: pick(order.total_discounts, order.current_total_discounts),
    tax: order.taxes_included ? 0 : (pick(order.total_tax, order.current_total_tax) ?? 0),
    total: pick(order.total_price, order.current_total_price) ?? order.total_price,
  }
}

const chargesOf = (order: Order): number =>
  sum([
    order.total_tip_received ?? 0,
    order.current_total_duties_set?.shop_money.amount ?? 0,
    order.current_total_additional_fees_set?.shop_money.amount ?? 0,
  ])
