import type { BulkError } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { orderImportColumns, type OrderImportField, orderImportLimits } from '#contract/order-import.ts'
import { isBlank, readText } from './check-cell.ts'
import type { Sheet } from './parse-workbook.ts'
import { findColumns } from './tracking-rows.ts'

/** A line of a file of orders, as text; `row` counts as in Excel. A value that can't be read is among the errors. */
export type OrderLineRow = { row: number; values: Record<OrderImportField, string | null>; errors: BulkError[] }

/** Reads the first sheet whose first non-blank row has the required columns. */
export function readOrderRows(sheets: readonly Pick<Sheet, 'rows'>[]): OrderLineRow[] {
  const headed = sheets
    .map((sheet) => findColumns(sheet, fieldOf))
    .find(({ columns }) => required.every(({ field }) => columns.has(field)))
  if (!headed) {
    const columns = required.map(({ name }) => name).join(', ')
    throw new AppError(
      'invalid',
      say('The first row must contain the column headings, at least: {columns}.', { columns }),
    )
  }
  const { rows, headingRow, columns } = headed
  const read: OrderLineRow[] = []
  for (const [index, cells] of rows.entries()) {
    if (index <= headingRow || !cells || [...columns.values()].every((place) => isBlank(cells[place]))) continue
    if (read.length === orderImportLimits.rows) throw tooManyRows()
    read.push(readRow(index + 1, cells, columns))
  }
  if (read.length === 0) throw new AppError('invalid', say('The file has headings but no rows.'))
  return read
}

const required = orderImportColumns.filter(({ isRequired }) => isRequired)

const tooManyRows = () =>
  new AppError(
    'invalid',
    say('The file has more than {limit} rows. Split it into several files.', { limit: String(orderImportLimits.rows) }),
  )

/** Other programs’ names of the columns, in lower case. */
const aliases: Readonly<Record<string, OrderImportField>> = {
  order: 'number',
  'order id': 'number',
  'order no': 'number',
  recipient: 'recipientName',
  'recipient name': 'recipientName',
  'customer name': 'recipientName',
  'e-mail': 'email',
  'email address': 'email',
  'phone number': 'phone',
  address: 'line1',
  'address 1': 'line1',
  'address line 1': 'line1',
  'address 2': 'line2',
  'address line 2': 'line2',
  zip: 'postalCode',
  'zip code': 'postalCode',
  postcode: 'postalCode',
  province: 'state',
  'country code': 'country',
  qty: 'quantity',
  'unit price': 'unitPrice',
  shipping: 'shippingAmount',
  'shipping speed': 'shippingSpeed',
  notes: 'notes',
}

const fieldOf = (heading: string): OrderImportField | undefined =>
  orderImportColumns.find(({ name }) => name.toLowerCase() === heading)?.field ?? aliases[heading]

function readRow(
  row: number,
  cells: NonNullable<Sheet['rows'][number]>,
  columns: ReadonlyMap<OrderImportField, number>,
): OrderLineRow {
  const errors: BulkError[] = []
  const values = orderImportColumns.map(({ field, name }) => {
    const place = columns.get(field)
    const cell = place === undefined ? undefined : cells[place]
    if (!cell || isBlank(cell)) return [field, null]
    const text = readText(name, cell)
    if ('value' in text) return [field, text.value.trim()]
    errors.push({ row, column: name, reason: text.reason })
    return [field, null]
  })
  return { row, values: Object.fromEntries(values) as OrderLineRow['values'], errors }
}
