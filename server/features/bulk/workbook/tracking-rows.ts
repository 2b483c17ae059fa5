import { type BulkError, trackingColumns, trackingUploadRows } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { line } from '#contract/fields.ts'
import { Tracking } from '#contract/fulfillment.ts'
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
  const headed = sheets.map(findColumns).find(({ columns }) => required.every(({ field }) => columns.has(field)))
  if (!headed) {
    const names = required.map(({ name }) => name).join(', ')
    throw new AppError('invalid', `The first row of the file must name its columns: ${names}.`)
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
  if (checked.processed === 0) throw new AppError('invalid', 'The file has headings but no rows.')
  return checked
}

const required = trackingColumns.filter(({ isRequired }) => isRequired)

const tooManyRows = () =>
  new AppError('invalid', `The file has more than ${trackingUploadRows} rows. Split it into several files.`)

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

function findColumns({ rows }: Pick<Sheet, 'rows'>) {
  const headingRow = rows.findIndex((row) => row?.some((cell) => !isBlank(cell)))
  const columns = new Map<Field, number>()
  rows[headingRow]?.forEach((cell, place) => {
    const heading = String(cell?.v ?? '')
    const field = fieldOf(heading.trim().toLowerCase().replaceAll(/\s+/g, ' '))
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

/** A file of comma-separated values as a sheet. Every value stays the text that stands there: a tracking number is no number. */
export function parseCsv(bytes: Buffer): Pick<Sheet, 'rows'> {
  const text = decode(bytes)
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const separator = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0]
  const rows: Cell[][] = [[]]
  let value = ''
  let isQuoted = false
  const endValue = () => {
    rows.at(-1)?.push({ t: 's', v: value })
    value = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      value += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || value === '')) isQuoted = !isQuoted
    else if (isQuoted) value += sign
    else if (sign === separator) endValue()
    else if (sign === '\n') {
      endValue()
      rows.push([])
    } else if (sign !== '\r') value += sign
  }
  endValue()
  return { rows }
}

/** Excel saves CSV in UTF-8, in UTF-16 or in the code page of Windows. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
