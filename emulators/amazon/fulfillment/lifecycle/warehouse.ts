import { makeCode, makeNumber } from '../../generated-codes.ts'
import type { Stock } from '../../inventory/stock.ts'
import { publishStockChange } from '../../notifications/publish.ts'
import type { FulfillmentOrder, Line, Package, Shipment, ShipmentLine } from '../order.ts'
import type { Moment } from './status.ts'

/** Reserves the missing units of a line, as far as they are in stock. */
export function reserveLine(moment: Moment, line: Line): void {
  const stock = stockOf(moment, line)
  const units = Math.min(missingUnits(line), stock?.fulfillable ?? 0)
  if (!stock || units === 0) return
  stock.fulfillable -= units
  stock.reserved += units
  line.reserved += units
  publishChange(moment, stock)
}

/** Returns reserved units to the available stock. */
export function releaseLine(moment: Moment, line: Line, units = line.reserved): void {
  if (units === 0) return
  line.reserved -= units
  const stock = stockOf(moment, line)
  if (!stock) return
  takeFromReserved(stock, units)
  stock.fulfillable += units
  publishChange(moment, stock)
}

function shipUnits(moment: Moment, line: Line, units: number): void {
  line.reserved -= units
  line.shipped += units
  const stock = stockOf(moment, line)
  if (!stock) return
  takeFromReserved(stock, units)
  publishChange(moment, stock)
}

export function returnUnit(moment: Moment, line: Line): void {
  const stock = stockOf(moment, line)
  if (!stock) return
  stock.fulfillable += 1
  publishChange(moment, stock)
}

export const missingUnits = (line: Line): number => line.quantity - line.reserved - line.shipped - line.unfulfillable

function stockOf({ seller, order }: Moment, line: Line): Stock | undefined {
  return seller.stock[order.marketplaceId]?.[line.sku]
}

/** Not below 0: the control plane may have set the stock meanwhile. */
function takeFromReserved(stock: Stock, units: number): void {
  stock.reserved = Math.max(0, stock.reserved - units)
}

function publishChange({ state, seller, at }: Moment, stock: Stock): void {
  stock.changedAt = at
  publishStockChange(state, seller, stock.sku, at)
}

const centers = ['PHX7', 'ONT8', 'BFI4']

/** Plans one shipment of the reserved units, or two when the order's fate says so and there are at least two units. */
export function planShipments({ seller, order }: Moment): void {
  const lines = order.lines.flatMap(({ itemId, sku, reserved }) =>
    reserved > 0 ? [{ itemId, sku, quantity: reserved, packageNumber: null }] : [],
  )
  const parts = order.fate === 'two-shipments' ? halve(lines) : [lines]
  order.shipments = parts.map((lines, index) => ({
    id: makeCode(['shipment', seller.id, order.id, index], 9),
    centerId: centers[index % centers.length] ?? 'PHX7',
    status: 'PENDING',
    lines,
    packages: [],
    leftAt: null,
  }))
}

/** Gives packages their numbers and a first label when picking begins. */
export function packShipments(moment: Moment): void {
  for (const shipment of moment.order.shipments) {
    const parts = moment.order.fate === 'two-packages' ? halve(shipment.lines) : [shipment.lines]
    const packed = parts.map((lines) => ({ lines, box: makePackage(moment) }))
    shipment.packages = packed.map(({ box }) => box)
    shipment.lines = packed.flatMap(({ lines, box }) =>
      lines.map((line) => ({ ...line, packageNumber: box.packageNumber })),
    )
  }
}

/** Ships with new labels: a tracking number read before shipping is not final. */
export function sendShipment(moment: Moment, shipment: Shipment): void {
  shipment.status = 'SHIPPED'
  shipment.leftAt = moment.at
  for (const box of shipment.packages) box.trackingNumber = makeTrackingNumber(moment, box.packageNumber, 'last')
  for (const part of shipment.lines) {
    const line = moment.order.lines.find(({ itemId }) => itemId === part.itemId)
    if (line) shipUnits(moment, line, part.quantity)
  }
}

/** Removes units that cannot be found from the planned shipments, last line first. */
export function dropUnits(order: FulfillmentOrder, units: number): void {
  let left = units
  for (const shipment of order.shipments.toReversed()) {
    for (const part of shipment.lines.toReversed()) {
      const dropped = Math.min(part.quantity, left)
      part.quantity -= dropped
      left -= dropped
    }
    shipment.lines = shipment.lines.filter(({ quantity }) => quantity > 0)
  }
  order.shipments = order.shipments.filter(({ lines }) => lines.length > 0)
}

function halve(lines: ShipmentLine[]): ShipmentLine[][] {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units < 2) return [lines]
  let room = Math.ceil(units / 2)
  const first: ShipmentLine[] = []
  const second: ShipmentLine[] = []
  for (const line of lines) {
    const taken = Math.min(line.quantity, room)
    room -= taken
    if (taken > 0) first.push({ ...line, quantity: taken })
    if (taken < line.quantity) second.push({ ...line, quantity: line.quantity - taken })
  }
  return [first, second]
}

function makePackage(moment: Moment): Package {
  const { seller, order } = moment
  const { packages } = seller.fulfillment
  const count = Object.keys(packages).length + 1
  const packageNumber = makeNumber(['packages', seller.id], 900) * 1_000_000 + 100_000_000 + count
  packages[packageNumber] = order.id
  return {
    packageNumber,
    carrierCode: 'UPS',
    trackingNumber: makeTrackingNumber(moment, packageNumber, 'first'),
    amazonTrackingNumber: `AFTN${makeCode(['parcel', seller.id, packageNumber], 12)}`,
  }
}

const makeTrackingNumber = ({ seller, order }: Moment, packageNumber: number, label: 'first' | 'last') =>
  `1Z${makeCode([label, seller.id, order.id, packageNumber], 16)}`
