import { orderStatusText } from '#contract/order-status.ts'
import { unknownChannel } from '#contract/report-values.ts'
import { cellsOf, numberCell, textCell, type Cell, type CellValue } from '#server/platform/spreadsheet/table.ts'
import type { OrderLine } from './queries/order-lines.ts'
import { localClockOf, type LocalTime } from './wall-clock.ts'

type PlacedLine = { line: OrderLine; placed: LocalTime }

/** Whoever adds up what is counted in the company's currency gets the report's figures. */
export const orderColumns: Cell<PlacedLine>[] = [
  textCell('Order number', ({ line }) => line.orderNumber),
  textCell('Channel order ID', ({ line }) => line.externalOrderId),
  textCell('Placed', ({ placed }) => placed.time),
  textCell('Time zone', ({ placed }) => placed.offset),
  textCell('Status', ({ line }) => orderStatusText[line.status]),
  textCell('Channel', ({ line }) => line.channelName ?? unknownChannel),
  textCell('Customer', ({ line }) => line.customerName),
  numberCell('Units', ({ line }) => line.units),
  numberCell('Subtotal', ({ line }) => line.subtotal),
  numberCell('Discount', ({ line }) => line.discount),
  numberCell('Shipping', ({ line }) => line.shipping),
  numberCell('Tax', ({ line }) => line.tax),
  numberCell('Total', ({ line }) => line.total),
  textCell('Currency', ({ line }) => line.currency),
  textCell('Counted', ({ line }) => (line.isCounted ? 'yes' : 'no')),
]

export function orderCellsIn(zone: string): (line: OrderLine) => CellValue[] {
  const clock = localClockOf(zone)
  return (line) => cellsOf(orderColumns, { line, placed: clock(new Date(line.placedAt)) })
}
