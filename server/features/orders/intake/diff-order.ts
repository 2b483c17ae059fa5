import { type Message, say } from '#contract/i18n.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { AmountPart } from '#contract/orders.ts'
import type { IncomingLine } from './order-events.ts'
import { type KnownLine, propertiesOf, type toOrderColumns } from './order-rows.ts'
import type { OrderToChange } from './revision-queries.ts'

/** An order as its channel describes it now; e-mail and address are compared as hashes. */
export type IncomingOrder = {
  row: ReturnType<typeof toOrderColumns>
  emailHash: string | null
  lines: MatchedLines
}

/** Differences in words, without personal data. */
export const diffOrder = (known: OrderToChange, incoming: IncomingOrder): Message[] => [
  ...lineDifferences(incoming.lines, Number(incoming.row.refundedAmount) > Number(known.refundedAmount)),
  ...orderDifferences(known, incoming),
]

/** Units that are gone since more was paid back were refunded. */
const lineDifferences = ({ matched, removed, added }: MatchedLines, isRefund: boolean): Message[] => [
  ...matched.flatMap(({ known, incoming }) => [
    ...(known.quantity === incoming.quantity ? [] : [quantityDifference(known, incoming.quantity, isRefund)]),
    ...(known.unitPrice === incoming.unitPrice
      ? []
      : [
          say('{sku}: price {before} → {after}', {
            sku: known.sku,
            before: known.unitPrice,
            after: incoming.unitPrice,
          }),
        ]),
    ...(known.sku === incoming.sku
      ? []
      : [say('{sku}: code {before} → {after}', { sku: known.sku, before: known.sku, after: incoming.sku })]),
    ...(known.title === (incoming.title ?? null) ? [] : [say('{sku}: title', { sku: known.sku })]),
    ...(isSameText(known.properties, propertiesOf(incoming)) ? [] : [say('{sku}: properties', { sku: known.sku })]),
  ]),
  ...removed.map((line) =>
    isRefund
      ? quantityDifference(line, 0, true)
      : say('{quantity} × {sku} removed', { quantity: line.quantity, sku: line.sku }),
  ),
  ...added.map(({ sku, quantity }) => say('{quantity} × {sku} added', { quantity, sku })),
]

function quantityDifference({ sku, quantity: before }: KnownLine, after: number, isRefund: boolean): Message {
  if (!isRefund || after > before) return say('{sku}: {before} → {after} units', { sku, before, after })
  return say(
    '{refunded} of {ordered, plural, one {one unit} other {# units}} of {sku} {refunded, plural, one {was} other {were}} refunded',
    { refunded: before - after, ordered: before, sku },
  )
}

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function orderDifferences(known: OrderToChange, { row, emailHash }: IncomingOrder): Message[] {
  const parts: [Message, boolean][] = [
    [say('shipping address'), known.channelAddressHash !== row.channelAddressHash],
    [say('customer'), known.emailHash !== emailHash || known.customerName !== row.customerName],
    [
      say('refunded {before} → {after}', { before: known.refundedAmount, after: row.refundedAmount }),
      known.refundedAmount !== row.refundedAmount,
    ],
    [say('total {before} → {after}', { before: known.total, after: row.total }), known.total !== row.total],
    [say('subtotal'), known.subtotal !== row.subtotal],
    [say('discount'), isPartChanged('discount', known, row)],
    [say('shipping costs'), isPartChanged('shipping', known, row)],
    [say('tax'), isPartChanged('tax', known, row)],
    [
      say('currency {before} → {after}', { before: known.currency, after: row.currency }),
      known.currency !== row.currency,
    ],
    [
      say('shipping speed {before} → {after}', {
        before: speedNames[known.shippingSpeed],
        after: speedNames[row.shippingSpeed],
      }),
      known.shippingSpeed !== row.shippingSpeed,
    ],
    [say('promotion codes'), !isSameText(known.promotionSummary, row.promotionSummary)],
    [say('order number'), known.externalNumber !== null && known.externalNumber !== row.externalNumber],
    [say('note'), known.notes !== row.notes],
  ]
  return parts.filter(([, isDifferent]) => isDifferent).map(([label]) => label)
}

const speedNames: Record<ShippingSpeed, Message> = {
  standard: say('standard'),
  expedited: say('expedited'),
  priority: say('priority'),
}

type Amounts = Pick<OrderToChange, 'amountOrigins' | `${AmountPart}Amount`>

/**
 * Whether the channel says another amount, or one that it left out before, perhaps 0.00. One that it leaves out now is no change where it
 * was given, or was made up before that was noted.
 */
function isPartChanged(part: AmountPart, known: Amounts, row: Amounts): boolean {
  const [before, now] = [known.amountOrigins?.[part], row.amountOrigins?.[part]]
  if (now === 'not_given') return before === 'worked_out'
  return before === 'not_given' || known[`${part}Amount`] !== row[`${part}Amount`]
}

export type MatchedLines = {
  matched: readonly { known: KnownLine; incoming: IncomingLine }[]
  removed: readonly KnownLine[]
  added: readonly IncomingLine[]
}

type IsSameLine = (known: KnownLine, incoming: IncomingLine) => boolean

const hasSameItemId: IsSameLine = (known, { externalItemId }) =>
  !!externalItemId && known.externalItemId === externalItemId

const lacksItemId: IsSameLine = (known, { externalItemId }) => !externalItemId || !known.externalItemId

const hasSameProduct: IsSameLine = (known, { externalId }) => !!externalId && known.externalProductId === externalId

const hasOtherProduct: IsSameLine = (known, { externalId }) =>
  !!externalId && known.externalProductId !== null && known.externalProductId !== externalId

const hasSameCode: IsSameLine = (known, { sku }) => known.sku === sku

/**
 * Matches known lines to incoming ones. The channel's line id decides, else their order. A line keeps its product: by the channel's id of
 * it, under whatever code or title, else by its code.
 */
export function matchLines(known: readonly KnownLine[], incoming: readonly IncomingLine[]): MatchedLines {
  const unmatched = [...known]
  const matched: { known: KnownLine; incoming: IncomingLine }[] = []
  const matchBy = (rest: readonly IncomingLine[], isSame: IsSameLine) =>
    rest.filter((line) => {
      const index = unmatched.findIndex((candidate) => isSame(candidate, line))
      const [match] = index < 0 ? [] : unmatched.splice(index, 1)
      if (match) matched.push({ known: match, incoming: line })
      return !match
    })
  const isSameGoods: IsSameLine = (line, other) =>
    hasSameProduct(line, other) || (hasSameCode(line, other) && !hasOtherProduct(line, other))
  const withoutItemId = matchBy(incoming, (line, other) => hasSameItemId(line, other) && isSameGoods(line, other))
  const ofOtherCode = matchBy(
    withoutItemId,
    (line, other) => lacksItemId(line, other) && hasSameCode(line, other) && isSameGoods(line, other),
  )
  const added = matchBy(ofOtherCode, (line, other) => lacksItemId(line, other) && isSameGoods(line, other))
  return { matched, removed: unmatched, added }
}
