import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { list, maybe, payload } from '../response-schemas.ts'
import { path, time, validateRequest } from '../request-schemas.ts'
import { base, rateLimit } from './order-schemas.ts'

/** Options of a shipment, such as packaging without Amazon's brand. */
export const getFeatures = operation({
  name: 'getFeatures',
  method: 'GET',
  ...rateLimit,
  request: ({ marketplaceId }: { marketplaceId: string }) => ({ path: `${base}/features`, query: { marketplaceId } }),
  wire: payload(
    z.object({
      features: z.array(
        z.object({
          featureName: z.string(),
          featureDescription: z.string(),
          sellerEligible: maybe(z.boolean()),
        }),
      ),
    }),
  ),
})

const InventoryQuery = z.object({
  marketplaceId: z.string(),
  nextToken: z.string().optional(),
  queryStartDate: time.optional(),
})

const Sku = {
  sellerSku: maybe(z.string()),
  fnSku: maybe(z.string()),
  asin: maybe(z.string()),
  skuCount: maybe(z.number()),
}

/** Stock that can be shipped with one feature. */
export const getFeatureInventory = operation({
  name: 'getFeatureInventory',
  method: 'GET',
  ...rateLimit,
  request: ({ featureName, ...query }: { featureName: string } & z.input<typeof InventoryQuery>) => ({
    path: `${base}/features/inventory` + path`/${featureName}`,
    query: validateRequest(say('This question about a feature'), InventoryQuery, query),
  }),
  wire: payload(
    z.object({
      featureName: z.string(),
      nextToken: maybe(z.string()),
      featureSkus: list(z.object(Sku)),
    }),
  ),
})

/** Whether one SKU can be shipped with the feature, and why not. */
export const getFeatureSKU = operation({
  name: 'getFeatureSKU',
  method: 'GET',
  ...rateLimit,
  request: (input: { featureName: string; sellerSku: string; marketplaceId: string }) => ({
    path: `${base}/features/inventory` + path`/${input.featureName}/${input.sellerSku}`,
    query: { marketplaceId: input.marketplaceId },
  }),
  wire: payload(
    z.object({
      ...Sku,
      featureName: z.string(),
      isEligible: z.boolean(),
      ineligibleReasons: list(z.string()),
    }),
  ),
})
