import { orderStatusText } from '#contract/order-status.ts'
import { numberCell, textCell, type Cell } from '#server/platform/spreadsheet/table.ts'
import type { ExportedLine } from './queries/order-lines.ts'

/** Street, e-mail and phone stay sealed: a file is passed on, and nobody can erase them from it. */
export const exportColumns: Cell<ExportedLine>[] = [
  textCell('Order number', (line) => line.orderNumber),
  textCell('Channel order ID', (line) => line.externalOrderId),
  textCell('Placed', (line) => line.placedAt),
  textCell('Status', (line) => orderStatusText[line.status]),
  textCell('Channel', (line) => line.channelName),
  textCell('Customer', (line) => line.customerName),
  textCell('City', (line) => line.city),
  textCell('State', (line) => line.state),
  textCell('Postal code', (line) => line.postalCode),
  textCell('Country', (line) => line.country),
  textCell('SKU', (line) => line.sku),
  textCell('Title', (line) => line.title),
  numberCell('Quantity', (line) => line.quantity),
  numberCell('Unit price', (line) => line.unitPrice),
  numberCell('Line total', (line) => line.totalPrice),
  numberCell('Order total', (line) => line.total),
  textCell('Currency', (line) => line.currency),
  textCell('Carrier', (line) => line.carriers),
  textCell('Tracking numbers', (line) => line.trackingNumbers),
]
