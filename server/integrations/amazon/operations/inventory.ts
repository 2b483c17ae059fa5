import { z } from 'zod'
import { operation } from '../operation.ts'
import { maybe, nextPage } from './response-schemas.ts'

/** Amazon omits quantities that are zero. */
const quantity = z
  .int()
  .nullish()
  .transform((value) => value ?? 0)

const Details = z.object({
  fulfillableQuantity: quantity,
  inboundWorkingQuantity: quantity,
  inboundShippedQuantity: quantity,
  inboundReceivingQuantity: quantity,
  reservedQuantity: maybe(z.object({ totalReservedQuantity: quantity })),
})

const InventorySummary = z
  .object({
    sellerSku: maybe(z.string()),
    asin: maybe(z.string()),
    fnSku: maybe(z.string()),
    productName: maybe(z.string()),
    /** May be an empty string. */
    lastUpdatedTime: maybe(z.string()),
    inventoryDetails: maybe(Details),
    totalQuantity: quantity,
  })
  // Missing details mean zero only if the total is zero too; otherwise stock would silently drop to 0.
  .refine(({ inventoryDetails, totalQuantity }) => inventoryDetails !== null || totalQuantity === 0)
export type InventorySummary = z.output<typeof InventorySummary>

export type InventoryQuestion = {
  details: true
  granularityType: 'Marketplace'
  granularityId: string
  /** Exactly one: the same as `granularityId`. */
  marketplaceIds: string[]
  /** Only SKUs that changed since then; all when absent. Changes of inbound quantities are not included. */
  startDateTime?: string | undefined
  /** Valid for 30 seconds, and only with the same other parameters. */
  nextToken?: string | undefined
}

export const getInventorySummaries = operation({
  name: 'getInventorySummaries',
  method: 'GET',
  rate: 2,
  burst: 2,
  request: (query: InventoryQuestion) => ({ path: '/fba/inventory/v1/summaries', query }),
  wire: z.object({ payload: z.object({ inventorySummaries: z.array(InventorySummary) }), pagination: nextPage }),
})
