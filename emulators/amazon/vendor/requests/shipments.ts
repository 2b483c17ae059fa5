import { z } from 'zod'
import { Moment, Party } from './parts.ts'

/** Only what the stand-in goes by is looked at; the rest is kept and given back. */
const Shipment = z.looseObject({
  vendorShipmentIdentifier: z.string().min(1),
  transactionType: z.enum(['New', 'Cancel']),
  buyerReferenceNumber: z.string().optional(),
  transactionDate: Moment,
  shipmentFreightTerm: z.enum(['Collect', 'Prepaid']).optional(),
  sellingParty: Party,
  shipFromParty: Party,
  shipToParty: Party,
  transportationDetails: z
    .looseObject({
      shipMode: z.enum(['TruckLoad', 'LessThanTruckLoad', 'SmallParcel']).optional(),
      shippedDate: Moment.optional(),
      estimatedDeliveryDate: Moment.optional(),
      shipmentDeliveryDate: Moment.optional(),
    })
    .optional(),
  collectFreightPickupDetails: z
    .looseObject({ requestedPickUp: Moment.optional(), scheduledPickUp: Moment.optional() })
    .optional(),
})
export type Shipment = z.output<typeof Shipment>

export const SubmitShipments = z.object({ shipments: z.array(Shipment).min(1) })
