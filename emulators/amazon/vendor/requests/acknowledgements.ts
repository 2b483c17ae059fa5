import { z } from 'zod'
import { Amount, Moment, Party, UnitOfMeasure } from './parts.ts'

const Quantity = z.object({
  amount: z.int().min(0).optional(),
  unitOfMeasure: UnitOfMeasure.optional(),
  unitSize: z.int().optional(),
})

const Cost = z.object({ currencyCode: z.string().length(3).optional(), amount: Amount.optional() })

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

const Acknowledgement = z.object({
  purchaseOrderNumber: z.string().min(1),
  sellingParty: Party,
  acknowledgementDate: Moment,
  items: z.array(AcknowledgedItemBody).min(1),
})
export type Acknowledgement = z.output<typeof Acknowledgement>

export const SubmitAcknowledgement = z.object({ acknowledgements: z.array(Acknowledgement).min(1) })
