import { orderStatusWords } from '#contract/order-states.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import type { OrderLine } from './queries/order-lines.ts'

type Cell = Column & { of: (line: OrderLine) => CellValue }

/** Street, e-mail and phone stay sealed: a file is passed on, and nobody can erase them from it. */
const cells: Cell[] = [
  { heading: 'Order number', kind: 'text', of: (line) => line.orderNumber },
  { heading: 'Channel order ID', kind: 'text', of: (line) => line.externalOrderId },
  { heading: 'Placed', kind: 'text', of: (line) => line.placedAt },
  { heading: 'Status', kind: 'text', of: (line) => orderStatusWords[line.status] },
  { heading: 'Channel', kind: 'text', of: (line) => line.channelName },
  { heading: 'Customer', kind: 'text', of: (line) => line.customerName },
  { heading: 'City', kind: 'text', of: (line) => line.city },
  { heading: 'State', kind: 'text', of: (line) => line.state },
  { heading: 'Postal code', kind: 'text', of: (line) => line.postalCode },
  { heading: 'Country', kind: 'text', of: (line) => line.country },
  { heading: 'SKU', kind: 'text', of: (line) => line.sku },
  { heading: 'Title', kind: 'text', of: (line) => line.title },
  { heading: 'Quantity', kind: 'number', of: (line) => line.quantity },
  { heading: 'Unit price', kind: 'number', of: (line) => line.unitPrice },
  { heading: 'Line total', kind: 'number', of: (line) => line.totalPrice },
  { heading: 'Order total', kind: 'number', of: (line) => line.total },
  { heading: 'Currency', kind: 'text', of: (line) => line.currency },
  { heading: 'Carrier', kind: 'text', of: (line) => line.carriers },
  { heading: 'Tracking numbers', kind: 'text', of: (line) => line.trackingNumbers },
]

export const columns: Column[] = cells.map(({ heading, kind }) => ({ heading, kind }))

export const toCells = (line: OrderLine): CellValue[] => cells.map(({ of }) => of(line))
