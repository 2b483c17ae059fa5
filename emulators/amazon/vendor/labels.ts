import { createHash } from 'node:crypto'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import type { VendorShipment } from './book.ts'
import { pageShipments, readNames } from './shipments.ts'
import { readOpenTimeFrame } from './time-frame.ts'
import { getVendorOrThrow } from './vendor-of.ts'

/** Small parcels get a label each; freight gets none. */
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
