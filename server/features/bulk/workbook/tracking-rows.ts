import { type BulkError, trackingColumns, trackingUploadRows } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { line } from '#contract/fields.ts'
import { Tracking } from '#contract/fulfillment.ts'
import { say } from '#contract/i18n.ts'
import { type Cell, isBlank, readText } from './check-cell.ts'
import type { Sheet } from './parse-workbook.ts'

/** A valid row of a file of tracking numbers; `row` counts as in Excel. */
export type TrackingRow = { row: number; order: string } & Record<'carrier' | 'trackingNumber', string> & {
    trackingUrl: string | null
  }

/** The valid rows of a file, and the errors of the others. `processed` counts the non-empty rows. */
export type CheckedTracking = { processed: number; rows: TrackingRow[]; errors: BulkError[] }

type Field = (typeof trackingColumns)[number]['field']

type Row = Sheet['rows'][number]

/** Checks the first sheet whose first non-blank row has the columns. */
export function checkTracking(sheets: readonly Pick<Sheet, 'rows'>[]): CheckedTracking {
  const headed = sheets
    .map((sheet) => findColumns(sheet, fieldOf))
    .find(({ columns }) => required.every(({ field }) => columns.has(field)))
  if (!headed) {
    const columns = required.map(({ name }) => name).join(', ')
    throw new AppError('invalid', say('The first row must contain the column headings: {columns}.', { columns }))
  }
  const { rows, headingRow, columns } = headed
  const checked: CheckedTracking = { processed: 0, rows: [], errors: [] }
  for (const [index, cells] of rows.entries()) {
    if (index <= headingRow || !cells || [...columns.values()].every((place) => isBlank(cells[place]))) continue
    checked.processed += 1
    if (checked.processed > trackingUploadRows) throw tooManyRows()
    const result = checkRow(index + 1, cells, columns)
    if ('errors' in result) checked.errors.push(...result.errors)
    else checked.rows.push(result)
  }
  if (checked.processed === 0) throw new AppError('invalid', say('The file has headings but no rows.'))
  return checked
}

const required = trackingColumns.filter(({ isRequired }) => isRequired)

const tooManyRows = () =>
  new AppError(
    'invalid',
    say('The file has more than {limit} rows. Split it into several files.', { limit: trackingUploadRows }),
  )

/** Other programs’ names of the columns, in lower case. */
const aliases: Record<string, Field> = {
  'order number': 'order',
  'order id': 'order',
  'order no': 'order',
  courier: 'carrier',
  'shipping carrier': 'carrier',
  tracking: 'trackingNumber',
  'tracking no': 'trackingNumber',
  'tracking id': 'trackingNumber',
  'tracking #': 'trackingNumber',
  'tracking url': 'trackingUrl',
}

/** The heading row of a sheet, and where each field is. Of two columns of a field the first counts. */
export function findColumns<Name extends string>(
  { rows }: Pick<Sheet, 'rows'>,
  fieldOfHeading: (heading: string) => Name | undefined,
) {
  const headingRow = rows.findIndex((row) => row?.some((cell) => !isBlank(cell)))
  const columns = new Map<Name, number>()
  rows[headingRow]?.forEach((cell, place) => {
    const heading = String(cell?.v ?? '')
    const field = fieldOfHeading(heading.trim().toLowerCase().replaceAll(/\s+/g, ' '))
    if (field && !columns.has(field)) columns.set(field, place)
  })
  return { rows, headingRow, columns }
}

const fieldOf = (heading: string): Field | undefined =>
  trackingColumns.find(({ name }) => name.toLowerCase() === heading)?.field ?? aliases[heading]

const cellRules = {
  order: line('Order', 100),
  carrier: Tracking.shape.carrier,
  trackingNumber: Tracking.shape.trackingNumber,
  trackingUrl: Tracking.shape.trackingUrl,
}

function checkRow(row: number, cells: NonNullable<Row>, columns: ReadonlyMap<Field, number>) {
  const errors: BulkError[] = []
  function valueOf(field: Field): string | null {
    const { name } = trackingColumns.find((column) => column.field === field) ?? { name: field }
    const place = columns.get(field)
    const cell: Cell | undefined = place === undefined ? undefined : cells[place]
    if (!cell || isBlank(cell)) {
      if (field !== 'trackingUrl') errors.push({ row, column: name, reason: `${name} is required` })
      return null
    }
    const text = readText(name, cell)
    const parsed = 'reason' in text ? null : cellRules[field].safeParse(text.value)
    if (parsed?.success) return parsed.data
    const reason = 'reason' in text ? text.reason : (parsed?.error?.issues[0]?.message ?? `${name} can’t be read`)
    errors.push({ row, column: name, reason })
    return null
  }
  const [order, carrier, trackingNumber] = [valueOf('order'), valueOf('carrier'), valueOf('trackingNumber')]
  const trackingUrl = valueOf('trackingUrl')
  if (order === null || carrier === null || trackingNumber === null || errors.length > 0) return { errors }
  return { row, order, carrier, trackingNumber, trackingUrl }
}
