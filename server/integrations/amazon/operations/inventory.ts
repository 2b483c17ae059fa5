import { z } from 'zod'
import { operation } from '../operation.ts'
import { maybe, nextPage } from './response-schemas.ts'

/** Amazon leaves out quantities that are none. */
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
    /** Can be empty. */
    lastUpdatedTime: maybe(z.string()),
    inventoryDetails: maybe(Details),
    totalQuantity: quantity,
  })
  // No details means none in stock only if Amazon's own sum says so too; else the numbers would turn to 0 unseen.
  .refine(({ inventoryDetails, totalQuantity }) => inventoryDetails !== null || totalQuantity === 0)
export type InventorySummary = z.output<typeof InventorySummary>

export type InventoryQuestion = {
  details: true
  granularityType: 'Marketplace'
  granularityId: string
  /** Exactly the one of the granularity. */
  marketplaceIds: string[]
  /** Only what changed since; everything when absent. Inbound quantities don't count as changes. */
  startDateTime?: string | undefined
  /** Good for 30 seconds, together with all the other parameters as they were. */
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
