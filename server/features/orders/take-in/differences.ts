import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { MatchedLines } from './match-lines.ts'
import type { toOrderColumns } from './order-row.ts'

/** An order as its channel tells it now; hashes stand for whom and where it goes to. */
export type IncomingOrder = {
  row: ReturnType<typeof toOrderColumns>
  emailHash: string | null
  lines: MatchedLines
}

/** What a channel changed of an order, in words that give away nothing of its customer. */
export const diffOrder = (known: OrderToChange, told: IncomingOrder): string[] => [
  ...lineDifferences(told.lines),
  ...orderDifferences(known, told),
]

const lineDifferences = ({ kept, removed, added }: MatchedLines): string[] => [
  ...kept.flatMap(({ known, told }) => [
    ...(known.quantity === told.quantity ? [] : [`${known.sku}: ${known.quantity} → ${told.quantity} units`]),
    ...(known.unitPrice === told.unitPrice ? [] : [`${known.sku}: price ${known.unitPrice} → ${told.unitPrice}`]),
    ...(known.title === (told.title ?? null) ? [] : [`${known.sku}: title`]),
  ]),
  ...removed.map(({ sku, quantity }) => `${quantity} × ${sku} removed`),
  ...added.map(({ sku, quantity }) => `${quantity} × ${sku} added`),
]

function orderDifferences(known: OrderToChange, { row, emailHash }: IncomingOrder): string[] {
  const parts: [string, boolean][] = [
    ['shipping address', known.channelAddressHash !== row.channelAddressHash],
    ['customer', known.emailHash !== emailHash || known.customerName !== row.customerName],
    [`total ${known.total} → ${row.total}`, known.total !== row.total],
    ['subtotal', known.subtotal !== row.subtotal],
    ['discount', known.discountAmount !== row.discountAmount],
    ['shipping costs', known.shippingAmount !== row.shippingAmount],
    ['tax', known.taxAmount !== row.taxAmount],
    [`currency ${known.currency} → ${row.currency}`, known.currency !== row.currency],
    [`shipping speed ${known.shippingSpeed} → ${row.shippingSpeed}`, known.shippingSpeed !== row.shippingSpeed],
    ['promotion codes', JSON.stringify(known.promotionSummary) !== JSON.stringify(row.promotionSummary)],
    ['note', known.notes !== row.notes],
  ]
  return parts.filter(([, isDifferent]) => isDifferent).map(([label]) => label)
}
