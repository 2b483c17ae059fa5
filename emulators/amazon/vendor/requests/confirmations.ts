import { z } from 'zod'
import { Moment, Party, ShippedQuantity } from './parts.ts'

const ShippedItem = z.looseObject({
  itemSequenceNumber: z.string().min(1),
  amazonProductIdentifier: z.string().optional(),
  vendorProductIdentifier: z.string().optional(),
  shippedQuantity: ShippedQuantity,
  itemDetails: z.looseObject({ purchaseOrderNumber: z.string().optional() }).optional(),
})
export type ShippedItem = z.output<typeof ShippedItem>

const ShipmentConfirmation = z.looseObject({
  shipmentIdentifier: z.string().min(1),
  shipmentConfirmationType: z.enum(['Original', 'Replace']),
  shipmentType: z.enum(['TruckLoad', 'LessThanTruckLoad', 'SmallParcel']).optional(),
  shipmentConfirmationDate: Moment,
  shippedDate: Moment.optional(),
  estimatedDeliveryDate: Moment.optional(),
  sellingParty: Party,
  shipFromParty: Party,
  shipToParty: Party,
  shippedItems: z.array(ShippedItem).min(1),
})
export type ShipmentConfirmation = z.output<typeof ShipmentConfirmation>

export const SubmitConfirmations = z.object({ shipmentConfirmations: z.array(ShipmentConfirmation).min(1) })
