import type { IncomingLine } from './order-events.ts'
import type { toOrderColumns } from './order-rows.ts'
import type { KnownLine, OrderToChange } from './revision-queries.ts'

/** An order as its channel describes it now; e-mail and address are compared as hashes. */
export type IncomingOrder = {
  row: ReturnType<typeof toOrderColumns>
  emailHash: string | null
  lines: MatchedLines
}

/** Differences in words, without personal data. */
export const diffOrder = (known: OrderToChange, incoming: IncomingOrder): string[] => [
  ...lineDifferences(incoming.lines),
  ...orderDifferences(known, incoming),
]

const lineDifferences = ({ matched, removed, added }: MatchedLines): string[] => [
  ...matched.flatMap(({ known, incoming }) => [
    ...(known.quantity === incoming.quantity ? [] : [`${known.sku}: ${known.quantity} → ${incoming.quantity} units`]),
    ...(known.unitPrice === incoming.unitPrice
      ? []
      : [`${known.sku}: price ${known.unitPrice} → ${incoming.unitPrice}`]),
    ...(known.title === (incoming.title ?? null) ? [] : [`${known.sku}: title`]),
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

export type MatchedLines = {
  matched: readonly { known: KnownLine; incoming: IncomingLine }[]
  removed: readonly KnownLine[]
  added: readonly IncomingLine[]
}

/**
 * Matches known lines to incoming ones. A line never changes its SKU code. Among lines of one code the channel's line
 * id decides, else their order.
 */
export function matchLines(known: readonly KnownLine[], incoming: readonly IncomingLine[]): MatchedLines {
  const unmatched = [...known]
  const matched: { known: KnownLine; incoming: IncomingLine }[] = []
  const matchBy = (rest: readonly IncomingLine[], isSame: (line: KnownLine, other: IncomingLine) => boolean) =>
    rest.filter((line) => {
      const index = unmatched.findIndex((candidate) => candidate.sku === line.sku && isSame(candidate, line))
      const [match] = index < 0 ? [] : unmatched.splice(index, 1)
      if (match) matched.push({ known: match, incoming: line })
      return !match
    })
  const withoutItemId = matchBy(
    incoming,
    (line, { externalItemId }) => !!externalItemId && line.externalItemId === externalItemId,
  )
  const added = matchBy(withoutItemId, (line, { externalItemId }) => !externalItemId || !line.externalItemId)
  return { matched, removed: unmatched, added }
}
