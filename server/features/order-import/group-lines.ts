import type { z } from 'zod'
import { AddressInput, addressProblems } from '#contract/addresses.ts'
import type { BulkError } from '#contract/bulk.ts'
import { findCountry, findState } from '#contract/country-states.ts'
import { email, line, optionalText } from '#contract/fields.ts'
import { currencyCode, lineQuantity, lineUnitPrice, mostOrderLines, type OrderData } from '#contract/intake.ts'
import { ownOrderNumber } from '#contract/manual-orders.ts'
import { orderImportColumns, type OrderImportField } from '#contract/order-import.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import type { OrderLineRow } from '#server/features/bulk/workbook/order-rows.ts'

/** An order of the file. */
export type OrderOfFile = { row: number; number: string; order: Omit<OrderData, 'externalOrderId'> }

/** The orders that can come in, and what is wrong with the others: an order with one wrong line stays out as a whole. */
export type GroupedLines = { orders: OrderOfFile[]; failed: number; errors: BulkError[] }

type KnownSku = { sku: string; title: string }

/** What the rules need to know of the company. `skus` are keyed by their code in lower case. */
type Catalog = { skus: ReadonlyMap<string, KnownSku>; currency: string }

/** Makes orders of the lines with the same number, by the rules of orders that are entered by hand. */
export function groupLines(rows: readonly OrderLineRow[], catalog: Catalog): GroupedLines {
  const numberless = rows.filter(({ values }) => values.number === null)
  const errors = numberless.flatMap(({ row, errors: unread }) => [
    ...unread,
    ...(unread.some(({ column }) => column === nameOf('number')) ? [] : [missing(row, 'number')]),
  ])
  const groups = Map.groupBy(
    rows.filter(({ values }) => values.number !== null),
    ({ values }) => values.number ?? '',
  )
  const built = [...groups.values()].map((lines) => buildOrder(lines, catalog))
  return {
    orders: built.flatMap((one) => ('order' in one ? [one] : [])),
    failed: built.filter((one) => 'problems' in one).length + numberless.length,
    errors: [...errors, ...built.flatMap((one) => ('problems' in one ? one.problems : []))].toSorted(
      (one, other) => one.row - other.row,
    ),
  }
}

const nameOf = (field: OrderImportField): string => orderImportColumns.find((one) => one.field === field)?.name ?? field

const missing = (row: number, field: OrderImportField): BulkError => {
  const column = nameOf(field)
  return { row, column, reason: `${column} is required` }
}

/** Fields of a line; all others belong to the whole order. */
const lineFields: ReadonlySet<OrderImportField> = new Set(['number', 'sku', 'quantity', 'unitPrice'])

function buildOrder(lines: readonly OrderLineRow[], catalog: Catalog): OrderOfFile | { problems: BulkError[] } {
  const [first] = lines
  if (!first) return { problems: [] }
  const { row, values } = first
  const reader = createReader()
  const number = reader.read(row, 'number', values.number, ownOrderNumber) ?? ''
  const address = readAddress(reader, first)
  const head = {
    customer: {
      email: reader.read(row, 'email', values.email, email),
      phone: reader.read(row, 'phone', values.phone, optionalText('Phone', 40)),
    },
    shippingAmount: reader.read(row, 'shippingAmount', values.shippingAmount, lineUnitPrice),
    currency: reader.read(row, 'currency', values.currency, currencyCode) ?? catalog.currency,
    shippingSpeed: readSpeed(reader, first),
    notes: reader.read(row, 'notes', values.notes, optionalText('Note', 2_000)),
  }
  const items = lines.map((one) => readItem(reader, one, catalog))
  if (lines.length > mostOrderLines) {
    const reason = `An order can have up to ${mostOrderLines} lines`
    reader.problems.push({ row, column: nameOf('number'), reason })
  }
  const problems = [...lines.flatMap(({ errors }) => errors), ...differences(first, lines), ...reader.problems]
  return problems.length > 0 ? { problems } : { row, number, order: { ...head, shippingAddress: address, items } }
}

type Reader = ReturnType<typeof createReader>

/** Reads values by the rules of their fields and collects what is wrong with them. */
function createReader() {
  const problems: BulkError[] = []
  function read<Value>(
    row: number,
    field: OrderImportField,
    text: string | null,
    rule: z.ZodType<Value>,
  ): Value | null {
    if (text === null) return null
    const parsed = rule.safeParse(text)
    if (parsed.success) return parsed.data
    const reason = parsed.error.issues[0]?.message ?? 'can’t be read'
    problems.push({
      row,
      column: nameOf(field),
      reason: reason.startsWith('must ') ? `${nameOf(field)} ${reason}` : reason,
    })
    return null
  }
  return { problems, read }
}

function readAddress({ problems }: Reader, { row, values, errors }: OrderLineRow): AddressInput {
  const country = values.country === null ? '' : (findCountry(values.country)?.code ?? values.country)
  const state = values.state && (findState(country, values.state)?.code ?? values.state)
  const { recipientName, line1, line2, city, postalCode } = values
  const address = { recipientName, line1, line2, city, state, postalCode, country }
  const wrong = new Set<string>()
  for (const { field, message } of addressProblems(address)) {
    const column = nameOf(field)
    // The first problem of a field is enough, and a value that could not be read is named already.
    if (wrong.has(column) || errors.some((unread) => unread.column === column)) continue
    wrong.add(column)
    problems.push(values[field] === null ? missing(row, field) : { row, column, reason: message })
  }
  const parsed = AddressInput.safeParse(
    Object.fromEntries(Object.entries(address).map(([key, text]) => [key, text ?? ''])),
  )
  return parsed.success
    ? parsed.data
    : { recipientName: '', line1: '', line2: null, city: '', state: null, postalCode: null, country }
}

function readSpeed({ problems }: Reader, { row, values: { shippingSpeed: text } }: OrderLineRow) {
  if (text === null) return null
  const speed = shippingSpeeds.find((one) => one === text.toLowerCase())
  const reason = 'Speed must be Standard, Expedited or Priority'
  if (!speed) problems.push({ row, column: nameOf('shippingSpeed'), reason })
  return speed ?? null
}

function readItem(reader: Reader, { row, values, errors }: OrderLineRow, { skus }: Catalog) {
  for (const field of ['sku', 'quantity'] as const) {
    const isUnread = errors.some(({ column }) => column === nameOf(field))
    if (values[field] === null && !isUnread) reader.problems.push(missing(row, field))
  }
  const code = reader.read(row, 'sku', values.sku, line('SKU', 100)) ?? ''
  const known = skus.get(code.toLowerCase())
  if (code !== '' && !known) {
    reader.problems.push({ row, column: nameOf('sku'), reason: `You have no SKU ${code}` })
  }
  const quantity = values.quantity === null ? null : Number(values.quantity)
  const counted = quantity === null ? null : lineQuantity.safeParse(quantity)
  if (counted && !counted.success) {
    const reason = `Quantity ${counted.error.issues[0]?.message ?? 'can’t be read'}`
    reader.problems.push({ row, column: nameOf('quantity'), reason })
  }
  const unitPrice = reader.read(row, 'unitPrice', values.unitPrice, lineUnitPrice) ?? '0.00'
  return { sku: known?.sku ?? code, title: known?.title ?? null, quantity: quantity ?? 1, unitPrice }
}

/** Later lines may repeat what belongs to the order, and must not contradict it. */
function differences(first: OrderLineRow, lines: readonly OrderLineRow[]): BulkError[] {
  return lines
    .slice(1)
    .flatMap(({ row, values }) =>
      orderImportColumns
        .filter(
          ({ field }) => !lineFields.has(field) && values[field] !== null && values[field] !== first.values[field],
        )
        .map(({ name }) => ({ row, column: name, reason: `${name} differs from row ${first.row} of the same order` })),
    )
}
