import { z } from 'zod'
import { Party } from './parts.ts'

const InventoryItem = z
  .object({
    buyerProductIdentifier: z.string().min(1).optional(),
    vendorProductIdentifier: z.string().min(1).optional(),
    availableQuantity: z.object({ amount: z.int().min(0).optional(), unitOfMeasure: z.string().min(1) }),
    isObsolete: z.boolean().optional(),
  })
  .refine((item) => item.buyerProductIdentifier ?? item.vendorProductIdentifier, 'The item has no identifier')

const InventoryUpdate = z.object({ sellingParty: Party, isFullUpdate: z.boolean(), items: z.array(InventoryItem) })
export type InventoryUpdate = z.output<typeof InventoryUpdate>

export const SubmitInventoryUpdate = z.object({ inventory: InventoryUpdate })
