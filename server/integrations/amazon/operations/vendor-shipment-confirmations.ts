import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { listOf, text, time, validateRequest } from './request-schemas.ts'
import {
  measure,
  Parties,
  shipMode,
  shipping,
  transportationMode,
  Quantity,
  transaction,
  vendorRateLimit,
} from './vendor-schemas.ts'

const ContainerIds = listOf(
  'Numbers of a container',
  z.object({
    containerIdentificationType: z.enum(['SSCC', 'AMZNCC', 'GTIN', 'BPS', 'CID']),
    containerIdentificationNumber: text('Number of a container'),
  }),
)

const ShippedItem = z.object({
  itemSequenceNumber: text('Line'),
  amazonProductIdentifier: z.string().optional(),
  vendorProductIdentifier: z.string().optional(),
  shippedQuantity: Quantity,
  itemDetails: z.object({ purchaseOrderNumber: z.string().optional() }).optional(),
})

const Carton = z.object({
  cartonSequenceNumber: text('Carton'),
  cartonIdentifiers: ContainerIds.optional(),
  trackingNumber: z.string().optional(),
  items: listOf('Things in a carton', z.object({ itemReference: text('Line'), shippedQuantity: Quantity })),
})

const Confirmation = z.object({
  ...Parties,
  shipmentIdentifier: text('Shipment'),
  shipmentConfirmationType: z.enum(['Original', 'Replace']),
  shipmentConfirmationDate: time,
  shipmentType: shipMode.optional(),
  shippedDate: time.optional(),
  estimatedDeliveryDate: time.optional(),
  transportationDetails: z
    .object({
      carrierScac: z.string().optional(),
      carrierShipmentReferenceNumber: z.string().optional(),
      transportationMode: transportationMode.optional(),
      billOfLadingNumber: z.string().optional(),
    })
    .optional(),
  shipmentMeasurements: z
    .object({
      grossShipmentWeight: measure(['G', 'Kg', 'Oz', 'Lb']).optional(),
      cartonCount: z.int().optional(),
      palletCount: z.int().optional(),
    })
    .optional(),
  shippedItems: listOf('Shipped things', ShippedItem),
  cartons: z.array(Carton).optional(),
})

const Confirmations = z.object({ shipmentConfirmations: listOf('Confirmations', Confirmation) })

/** Confirms a shipment to Amazon's warehouse. An `Original` can be sent once; a correction is a `Replace`. */
export const submitShipmentConfirmations = operation({
  name: 'SubmitShipmentConfirmations',
  method: 'POST',
  ...vendorRateLimit,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof Confirmations> }) => ({
    path: `${shipping}/shipmentConfirmations`,
    body: validateRequest(say('The confirmation of a shipment'), Confirmations, body),
  }),
  wire: transaction,
})
