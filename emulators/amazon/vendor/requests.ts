import { z } from 'zod'
import { parseMoment } from '../iso-time.ts'

const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'not in ISO 8601')

const Party = z.looseObject({ partyId: z.string().min(1) })
const Amount = z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/, 'not a decimal number')
const UnitOfMeasure = z.enum(['Cases', 'Eaches'])

const Quantity = z.object({
  amount: z.int().min(0).optional(),
  unitOfMeasure: UnitOfMeasure.optional(),
  unitSize: z.int().optional(),
})

const Cost = z.object({ currencyCode: z.string().length(3).optional(), amount: Amount.optional() })
const ShippedQuantity = z.looseObject({ amount: z.int().min(0), unitOfMeasure: UnitOfMeasure })

const AcknowledgedItemBody = z.object({
  itemSequenceNumber: z.string().optional(),
  amazonProductIdentifier: z.string().optional(),
  vendorProductIdentifier: z.string().optional(),
  orderedQuantity: Quantity,
  netCost: Cost.optional(),
  listPrice: Cost.optional(),
  discountMultiplier: z.string().optional(),
  itemAcknowledgements: z
    .array(
      z.object({
        acknowledgementCode: z.enum(['Accepted', 'Backordered', 'Rejected']),
        acknowledgedQuantity: Quantity,
        scheduledShipDate: Moment.optional(),
        scheduledDeliveryDate: Moment.optional(),
        rejectionReason: z.enum(['TemporarilyUnavailable', 'InvalidProductIdentifier', 'ObsoleteProduct']).optional(),
      }),
    )
    .min(1),
})

export type AcknowledgedItem = z.output<typeof AcknowledgedItemBody>

export const Acknowledgement = z.object({
  purchaseOrderNumber: z.string().min(1),
  sellingParty: Party,
  acknowledgementDate: Moment,
  items: z.array(AcknowledgedItemBody).min(1),
})
export type Acknowledgement = z.output<typeof Acknowledgement>
export const SubmitAcknowledgement = z.object({ acknowledgements: z.array(Acknowledgement).min(1) })

export const ShippedItem = z.looseObject({
  itemSequenceNumber: z.string().min(1),
  amazonProductIdentifier: z.string().optional(),
  vendorProductIdentifier: z.string().optional(),
  shippedQuantity: ShippedQuantity,
  itemDetails: z.looseObject({ purchaseOrderNumber: z.string().optional() }).optional(),
})
export type ShippedItem = z.output<typeof ShippedItem>

export const ShipmentConfirmation = z.looseObject({
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

/** Validates only fields that the emulator uses; the rest is stored and returned. */
export const Shipment = z.looseObject({
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

const InventoryItem = z
  .object({
    buyerProductIdentifier: z.string().min(1).optional(),
    vendorProductIdentifier: z.string().min(1).optional(),
    availableQuantity: z.object({ amount: z.int().min(0).optional(), unitOfMeasure: z.string().min(1) }),
    isObsolete: z.boolean().optional(),
  })
  .refine((item) => item.buyerProductIdentifier ?? item.vendorProductIdentifier, 'The item has no identifier')

export const InventoryUpdate = z.object({
  sellingParty: Party,
  isFullUpdate: z.boolean(),
  items: z.array(InventoryItem),
})
export type InventoryUpdate = z.output<typeof InventoryUpdate>
export const SubmitInventoryUpdate = z.object({ inventory: InventoryUpdate })
