import type { Stock } from '../inventory/stock.ts'
import { requireParameter } from '../request-input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readToken, takePage } from '../paging.ts'
import { chooseMarketplace, unitedStates, readSince } from './request-parameters.ts'
import type { FeatureName } from './requests.ts'

const pageSize = 50

const descriptions: Record<FeatureName, string> = {
  BLANK_BOX: 'Ships in packaging without a brand.',
  BLOCK_AMZL: 'Ships with carriers other than Amazon Logistics.',
  OVERBOX: 'Puts the product into a second box.',
  PACKING_SLIP: 'Encloses a packing slip of the seller.',
  SIGNATURE_CONFIRMATION: 'Asks for a signature at delivery.',
  DELIVER_TOGETHER: 'Delivers all items of an order on one day.',
}

export function getFeatures(call: Call): Answer {
  const marketplaceId = readMarketplace(call)
  const features = Object.entries(descriptions)
    .filter(([name]) => isOffered(name, marketplaceId))
    .map(([featureName, featureDescription]) => ({ featureName, featureDescription, sellerEligible: true }))
  return { status: 200, body: { payload: { features } } }
}

/** Every SKU in stock supports every feature. */
export function getFeatureInventory(call: Call): Answer {
  const { query, seller } = call
  const marketplaceId = readMarketplace(call)
  const featureName = readFeature(call, marketplaceId)
  const token = query.get('nextToken')
  const since = readSince(query) ?? ''
  const skus = Object.values(seller.stock[marketplaceId] ?? {}).filter(
    ({ fulfillable, changedAt }) => fulfillable > 0 && changedAt >= since,
  )
  const { page, nextToken } = takePage(skus, ({ sku }) => sku, pageSize, token ? readToken(token) : undefined)
  const featureSkus = page.map((stock) => ({ ...describeSku(stock), overlappingSkus: [] }))
  return {
    status: 200,
    body: { payload: { marketplaceId, featureName, ...(nextToken ? { nextToken } : {}), featureSkus } },
  }
}

export function getFeatureSKU(call: Call): Answer {
  const marketplaceId = readMarketplace(call)
  const featureName = readFeature(call, marketplaceId)
  const stock = call.seller.stock[marketplaceId]?.[call.params['sellerSku'] ?? '']
  const isEligible = stock !== undefined && stock.fulfillable > 0
  return {
    status: 200,
    body: {
      payload: {
        marketplaceId,
        featureName,
        isEligible,
        ineligibleReasons: isEligible ? [] : [stock ? 'SKU_NOT_ELIGIBLE' : 'INVALID_SKU'],
        skuInfo: isEligible ? describeSku(stock) : {},
      },
    },
  }
}

function readMarketplace({ query, seller }: Call): string {
  return chooseMarketplace(seller, requireParameter(query, 'marketplaceId'))
}

function readFeature({ params }: Call, marketplaceId: string): string {
  const name = params['featureName'] ?? ''
  if (!(name in descriptions) || !isOffered(name, marketplaceId)) {
    throw invalidInput('The request must contain a valid Feature')
  }
  return name
}

const isOffered = (feature: string, marketplaceId: string) =>
  feature !== 'SIGNATURE_CONFIRMATION' || marketplaceId === unitedStates

const describeSku = ({ sku, fnsku, asin, fulfillable }: Stock) => ({
  sellerSku: sku,
  fnSku: fnsku,
  asin,
  skuCount: fulfillable,
})
