import { orderStatusWords } from '#contract/order-states.ts'
import { unknownChannel } from '#contract/report-words.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import type { OrderLine } from './queries/order-lines.ts'
import { wallClockOf, type WallTime } from './wall-clock.ts'

type Cell = Column & { of: (line: OrderLine, placed: WallTime) => CellValue }

const text = (heading: string, of: Cell['of']): Cell => ({ heading, kind: 'text', of })
const number = (heading: string, of: Cell['of']): Cell => ({ heading, kind: 'number', of })

/** Whoever adds up what is counted in the company's currency gets the report's figures. */
const cells: Cell[] = [
  text('Order number', (line) => line.orderNumber),
  text('Channel order ID', (line) => line.externalOrderId),
  text('Placed', (_line, placed) => placed.time),
  text('Time zone', (_line, placed) => placed.offset),
  text('Status', (line) => orderStatusWords[line.status]),
  text('Channel', (line) => line.channelName ?? unknownChannel),
  text('Customer', (line) => line.customerName),
  number('Units', (line) => line.units),
  number('Subtotal', (line) => line.subtotal),
  number('Discount', (line) => line.discount),
  number('Shipping', (line) => line.shipping),
  number('Tax', (line) => line.tax),
  number('Total', (line) => line.total),
  text('Currency', (line) => line.currency),
  text('Counted', (line) => (line.isCounted ? 'yes' : 'no')),
]

export const orderColumns: Column[] = cells.map(({ heading, kind }) => ({ heading, kind }))

export function orderCellsIn(zone: string): (line: OrderLine) => CellValue[] {
  const clock = wallClockOf(zone)
  return (line) => {
    const placed = clock(new Date(line.placedAt))
    return cells.map(({ of }) => of(line, placed))
  }
}
