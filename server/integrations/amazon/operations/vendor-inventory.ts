import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { path, listOf, text, validateRequest } from './request-schemas.ts'
import { partyIdentification, transaction, vendorRateLimit } from './vendor-schemas.ts'

const Item = z
  .object({
    buyerProductIdentifier: z.string().optional(),
    vendorProductIdentifier: z.string().optional(),
    availableQuantity: z.object({ amount: z.int().min(0), unitOfMeasure: text('Unit') }),
    isObsolete: z.boolean().optional(),
  })
  .refine((item) => item.buyerProductIdentifier || item.vendorProductIdentifier, 'A line names no product')

/** A full update sets every item that is not listed to zero. */
const Update = z.object({
  inventory: z.object({
    sellingParty: partyIdentification,
    isFullUpdate: z.boolean(),
    items: listOf('Lines', Item),
  }),
})

/** Stock of a vendor's own warehouse, for direct fulfillment. */
export const submitInventoryUpdate = operation({
  name: 'submitInventoryUpdate',
  method: 'POST',
  ...vendorRateLimit,
  isRepeatable: true,
  request: ({ warehouseId, body }: { warehouseId: string; body: z.input<typeof Update> }) => ({
    path: '/vendor/directFulfillment/inventory/v1/warehouses' + path`/${warehouseId}/items`,
    body: validateRequest(say('The stock of a vendor’s warehouse'), Update, body),
  }),
  wire: transaction,
})
