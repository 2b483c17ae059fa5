import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { list, maybe, moment, nextPage, payload } from './response-schemas.ts'
import { listOf, pageSize, text, time, validateRequest } from './request-schemas.ts'
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

const Shipment = z.object({
  ...Parties,
  vendorShipmentIdentifier: text('Shipment'),
  transactionType: z.enum(['New', 'Cancel']),
  transactionDate: time,
  shipmentFreightTerm: z.enum(['Collect', 'Prepaid']).optional(),
  shipmentMeasurements: z
    .object({
      totalCartonCount: z.int().optional(),
      totalPalletStackable: z.int().optional(),
      totalPalletNonStackable: z.int().optional(),
      shipmentWeight: measure(['G', 'Kg', 'Oz', 'Lb']).optional(),
      shipmentVolume: measure(['CuFt', 'CuIn', 'CuM', 'CuY']).optional(),
    })
    .optional(),
  /** Amazon makes labels for small parcels only. */
  transportationDetails: z
    .object({
      shipMode: shipMode.optional(),
      transportationMode: transportationMode.optional(),
      shippedDate: time.optional(),
      estimatedDeliveryDate: time.optional(),
      billOfLadingNumber: z.string().optional(),
    })
    .optional(),
  collectFreightPickupDetails: z.object({ requestedPickUp: time.optional() }).optional(),
  purchaseOrders: z
    .array(
      z.object({
        purchaseOrderNumber: text('Purchase order'),
        items: listOf('Lines', z.object({ itemSequenceNumber: text('Line'), shippedQuantity: Quantity })).optional(),
      }),
    )
    .optional(),
})

const Shipments = z.object({ shipments: listOf('Shipments', Shipment) })

/** Requests the pickup of a shipment, or cancels the request. */
export const submitShipments = operation({
  name: 'SubmitShipments',
  method: 'POST',
  ...vendorRateLimit,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof Shipments> }) => ({
    path: `${shipping}/shipments`,
    body: validateRequest(say('The shipment'), Shipments, body),
  }),
  wire: transaction,
})

const Page = {
  limit: pageSize(50),
  sortOrder: z.enum(['ASC', 'DESC']).optional(),
  nextToken: z.string().optional(),
  vendorShipmentIdentifier: z.string().optional(),
  buyerReferenceNumber: z.string().optional(),
  sellerWarehouseCode: z.string().optional(),
}

const ShipmentsQuery = z.object({
  ...Page,
  createdAfter: time.optional(),
  createdBefore: time.optional(),
  shippedAfter: time.optional(),
  shippedBefore: time.optional(),
  currentShipmentStatus: z.enum(['Created', 'TransportationRequested', 'CarrierAssigned', 'Shipped']).optional(),
})

/** `currentshipmentStatusDate` is Amazon's spelling. */
const KnownShipment = z.object({
  vendorShipmentIdentifier: z.string(),
  buyerReferenceNumber: maybe(z.string()),
  currentShipmentStatus: maybe(z.string()),
  currentshipmentStatusDate: maybe(moment),
  shipToParty: z.object({ partyId: z.string() }),
  purchaseOrders: list(z.object({ purchaseOrderNumber: maybe(z.string()) })),
  transportationDetails: maybe(
    z.object({
      shippedDate: maybe(moment),
      estimatedDeliveryDate: maybe(moment),
      shipmentDeliveryDate: maybe(moment),
      carrierDetails: maybe(z.object({ name: maybe(z.string()), shipmentReferenceNumber: maybe(z.string()) })),
    }),
  ),
})

export const getShipmentDetails = operation({
  name: 'GetShipmentDetails',
  method: 'GET',
  ...vendorRateLimit,
  request: (query: z.input<typeof ShipmentsQuery>) => ({
    path: `${shipping}/shipments`,
    query: validateRequest(say('This list of shipments'), ShipmentsQuery, query),
  }),
  wire: payload(z.object({ pagination: nextPage, shipments: list(KnownShipment) })),
})

const LabelsQuery = z.object({
  ...Page,
  labelCreatedAfter: time.optional(),
  labelCreatedBefore: time.optional(),
})

const Label = z.object({
  labelSequenceNumber: maybe(z.int()),
  labelFormat: maybe(z.string()),
  carrierCode: maybe(z.string()),
  trackingId: maybe(z.string()),
  label: maybe(z.string()),
})

/** Carton labels, each a file in base64. */
export const getShipmentLabels = operation({
  name: 'GetShipmentLabels',
  method: 'GET',
  ...vendorRateLimit,
  request: (query: z.input<typeof LabelsQuery>) => ({
    path: `${shipping}/transportLabels`,
    query: validateRequest(say('This list of labels'), LabelsQuery, query),
  }),
  wire: payload(
    z.object({
      pagination: nextPage,
      transportLabels: list(z.object({ labelCreateDateTime: maybe(moment), labelData: list(Label) })),
    }),
  ),
})
