import { findCatalogItem } from '../catalog/catalog-item.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { conditionTypes } from '../product-types/attributes.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import type { AmazonState } from '../world.ts'

/** What stands between a seller and an offer on a page of the catalogue; an empty list when nothing does. */
export function getRestrictions({ query, seller, state }: Call): Answer {
  const read = parametersOf(query, 'BAD_REQUEST')
  const asin = read.requiredText('asin')
  if (!/^[A-Z0-9]{10}$/.test(asin)) throw read.refuse("Invalid 'asin' provided.")
  if (read.requiredText('sellerId') !== seller.id) throw read.refuse("Invalid 'sellerId' provided.")
  const marketplaceIds = readMarketplaces(read, seller)
  const conditionType = read.choice('conditionType', conditionTypes) ?? 'new_new'
  const restrictions = marketplaceIds.flatMap((marketplaceId) => {
    const reason = findReason(state, marketplaceId, asin)
    return reason ? [{ marketplaceId, conditionType, reasons: [reason] }] : []
  })
  return { status: 200, body: { restrictions } }
}

function findReason(world: AmazonState, marketplaceId: string, asin: string): object | undefined {
  const item = findCatalogItem(world.catalog, marketplaceId, asin)
  if (!item)
    return { message: 'This product is not in the catalogue of the marketplace.', reasonCode: 'ASIN_NOT_FOUND' }
  if (!item.needsApproval) return undefined
  const domain = findMarketplace(marketplaceId)?.domain.replace('www.', 'sellercentral.')
  return {
    message: 'You need approval to list this product.',
    reasonCode: 'APPROVAL_REQUIRED',
    links: [
      {
        resource: `https://${domain}/hz/approvalrequest?asin=${asin}`,
        verb: 'GET',
        title: 'Request Approval',
        type: 'text/html',
      },
    ],
  }
}
