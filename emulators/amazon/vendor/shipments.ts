import { createHash } from 'node:crypto'
import { secondsAfter } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { type Parameters, parametersOf } from '../request-input.ts'
import { getVendorOrThrow, pageByTime, readOpenTimeFrame } from './list-parameters.ts'
import type { VendorShipment } from './vendor-records.ts'

/** Statuses of a shipment and when they are reached, in seconds on the emulator's clock. */
const stages = [
  { status: 'Created', after: 0 },
  { status: 'TransportationRequested', after: 10 },
  { status: 'CarrierAssigned', after: 40 },
  { status: 'Shipped', after: 70 },
] as const

export function getShipmentDetails(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const isIncluded = readFilter(parameters, call.now)
  const found = Object.values(getVendorOrThrow(call).shipments).filter(isIncluded)
  const { page, pagination } = pageShipments(found, parameters)
  return {
    status: 200,
    body: { payload: { ...pagination, shipments: page.map((shipment) => describeShipment(shipment, call.now)) } },
  }
}

function pageShipments(shipments: VendorShipment[], parameters: Parameters) {
  return pageByTime(shipments, parameters, {
    keyOf: ({ asked }) => asked.vendorShipmentIdentifier,
    timeOf: ({ createdAt }) => createdAt,
    most: 50,
  })
}

/** Filter by the given identifiers. */
function readNames(parameters: Parameters): (shipment: VendorShipment) => boolean {
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
  shipmentConfirmed: (shipment, now) =>
    reachedStages(shipment, now).find(({ status }) => status === 'Shipped')?.at ?? null,
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
    (!status || currentStage(shipment, now)?.status === status) &&
    (!shipTo || shipment.asked.shipToParty.partyId === shipTo)
}

function describeShipment(shipment: VendorShipment, now: Date): object {
  const current = currentStage(shipment, now)
  return {
    ...shipment.asked,
    shipmentCreateDate: shipment.createdAt,
    packageLabelCreateDate: shipment.createdAt,
    currentShipmentStatus: current?.status,
    currentshipmentStatusDate: current?.at,
    shipmentStatusDetails: reachedStages(shipment, now).map(({ status, at }) => ({
      shipmentStatus: status,
      shipmentStatusDate: at,
    })),
  }
}

const currentStage = (shipment: VendorShipment, now: Date) => reachedStages(shipment, now).at(-1)

function reachedStages({ createdAt }: VendorShipment, now: Date) {
  const until = now.toISOString()
  return stages
    .map(({ status, after }) => ({ status, at: secondsAfter(createdAt, after) }))
    .filter(({ at }) => at <= until)
}

/** Labels exist for small parcels only. */
export function getShipmentLabels(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const frame = readOpenTimeFrame(parameters, 'labelCreated')
  const isNamed = readNames(parameters)
  const parcels = Object.values(getVendorOrThrow(call).shipments).filter(
    (shipment) =>
      shipment.asked.transportationDetails?.shipMode === 'SmallParcel' &&
      isNamed(shipment) &&
      (!frame || frame(shipment.createdAt)),
  )
  const { page, pagination } = pageShipments(parcels, parameters)
  return { status: 200, body: { payload: { ...pagination, transportLabels: page.map(describeLabel) } } }
}

function describeLabel({ asked, createdAt }: VendorShipment): object {
  const trackingId = `1Z${createHash('sha256').update(asked.vendorShipmentIdentifier).digest('hex').slice(0, 16).toUpperCase()}`
  return {
    labelCreateDateTime: createdAt,
    shipmentInformation: {
      vendorDetails: {
        sellingParty: asked.sellingParty,
        vendorShipmentIdentifier: asked.vendorShipmentIdentifier,
      },
      ...(asked.buyerReferenceNumber ? { buyerReferenceNumber: asked.buyerReferenceNumber } : {}),
      shipToParty: asked.shipToParty,
      shipFromParty: asked.shipFromParty,
      warehouseId: asked.shipFromParty.partyId,
      masterTrackingId: trackingId,
      totalLabelCount: 1,
      shipMode: 'SmallParcel',
    },
    labelData: [
      {
        labelSequenceNumber: 1,
        labelFormat: 'PDF',
        carrierCode: 'UPSN',
        trackingId,
        label: Buffer.from(`%PDF-1.4\n% ${trackingId}\n%%EOF\n`).toString('base64'),
      },
    ],
  }
}
