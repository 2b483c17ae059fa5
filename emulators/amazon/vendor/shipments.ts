import type { Answer, Call } from '../operation.ts'
import { readToken, takePage } from '../paging.ts'
import { parametersOf, type Parameters } from '../parameters.ts'
import type { VendorShipment } from './book.ts'
import { readOpenTimeFrame } from './time-frame.ts'
import { vendorOf } from './vendor-of.ts'

/** Seconds of the stand-in's clock after which a shipment is one further. */
const stages = [
  { status: 'Created', after: 0 },
  { status: 'TransportationRequested', after: 10 },
  { status: 'CarrierAssigned', after: 40 },
  { status: 'Shipped', after: 70 },
] as const

export function getShipmentDetails(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const isIncluded = readFilter(parameters, call.now)
  const found = Object.values(vendorOf(call).shipments).filter(isIncluded)
  const { page, pagination } = pageShipments(found, parameters)
  return {
    status: 200,
    body: { payload: { ...pagination, shipments: page.map((shipment) => describe(shipment, call.now)) } },
  }
}

export function pageShipments(shipments: VendorShipment[], parameters: Parameters) {
  const direction = parameters.choice('sortOrder', ['ASC', 'DESC']) === 'DESC' ? -1 : 1
  const sorted = shipments.toSorted((one, other) => direction * one.createdAt.localeCompare(other.createdAt))
  const limit = parameters.integer('limit', { most: 50, otherwise: 50 })
  const token = parameters.text('nextToken')
  const place = token ? readToken(token) : undefined
  const { page, nextToken } = takePage(sorted, ({ asked }) => asked.vendorShipmentIdentifier, limit, place)
  return { page, pagination: nextToken ? { pagination: { nextToken } } : {} }
}

/** Those of the names that are given. */
export function readNames(parameters: Parameters): (shipment: VendorShipment) => boolean {
  const id = parameters.text('vendorShipmentIdentifier')
  const reference = parameters.text('buyerReferenceNumber')
  const warehouse = parameters.text('sellerWarehouseCode')
  return ({ asked }) =>
    (!id || asked.vendorShipmentIdentifier === id) &&
    (!reference || asked.buyerReferenceNumber === reference) &&
    (!warehouse || asked.sellingParty.partyId === warehouse)
}

type Reader = (shipment: VendorShipment, now: Date) => string | null

const moments: Record<string, Reader> = {
  created: ({ createdAt }) => createdAt,
  shipmentConfirmed: (shipment, now) => reachedAt(shipment, 'Shipped', now),
  packageLabelCreated: ({ createdAt }) => createdAt,
  shipped: ({ asked }) => asked.transportationDetails?.shippedDate ?? null,
  estimatedDelivery: ({ asked }) => asked.transportationDetails?.estimatedDeliveryDate ?? null,
  shipmentDelivery: ({ asked }) => asked.transportationDetails?.shipmentDeliveryDate ?? null,
  requestedPickUp: ({ asked }) => asked.collectFreightPickupDetails?.requestedPickUp ?? null,
  scheduledPickUp: ({ asked }) => asked.collectFreightPickupDetails?.scheduledPickUp ?? null,
}

function readFilter(parameters: Parameters, now: Date): (shipment: VendorShipment) => boolean {
  const frames = Object.entries(moments).flatMap(([name, read]) => {
    const frame = readOpenTimeFrame(parameters, name)
    return frame ? [{ frame, read }] : []
  })
  const isNamed = readNames(parameters)
  const status = parameters.text('currentShipmentStatus')
  const shipTo = parameters.text('buyerWarehouseCode')
  return (shipment) =>
    frames.every(({ frame, read }) => frame(read(shipment, now))) &&
    isNamed(shipment) &&
    (!status || currentStage(shipment, now).status === status) &&
    (!shipTo || shipment.asked.shipToParty.partyId === shipTo)
}

function describe(shipment: VendorShipment, now: Date): object {
  const reached = stages.filter(({ status }) => reachedAt(shipment, status, now) !== null)
  const current = currentStage(shipment, now)
  return {
    ...shipment.asked,
    shipmentCreateDate: shipment.createdAt,
    packageLabelCreateDate: shipment.createdAt,
    currentShipmentStatus: current.status,
    currentshipmentStatusDate: timeOf(shipment, current.after),
    shipmentStatusDetails: reached.map(({ status, after }) => ({
      shipmentStatus: status,
      shipmentStatusDate: timeOf(shipment, after),
    })),
  }
}

function currentStage(shipment: VendorShipment, now: Date) {
  return stages.findLast(({ status }) => reachedAt(shipment, status, now) !== null) ?? stages[0]
}

function reachedAt(shipment: VendorShipment, status: (typeof stages)[number]['status'], now: Date): string | null {
  const stage = stages.find((one) => one.status === status)
  const at = timeOf(shipment, stage?.after ?? 0)
  return at <= now.toISOString() ? at : null
}

const timeOf = ({ createdAt }: VendorShipment, seconds: number) =>
  new Date(new Date(createdAt).getTime() + seconds * 1000).toISOString()
