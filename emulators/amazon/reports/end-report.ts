import { storeDocument } from '../documents/document.ts'
import type { Seller, AmazonState } from '../world.ts'
import { fbaInventory } from './fba-inventory.ts'
import { merchantListings } from './merchant-listings.ts'
import type { Report } from './report.ts'

/** Draws a report up as things stand; one that would be empty is cancelled, as Amazon does it. */
export function finishReport(world: AmazonState, seller: Seller, report: Report): void {
  const content = buildContent(world, seller, report)
  report.outcome = content === null ? 'CANCELLED' : 'DONE'
  if (content === null) return
  const contentType = 'text/plain; charset=UTF-8'
  report.documentId = storeDocument(world.documents, {
    sellerId: seller.id,
    contentType,
    content,
    isCompressed: true,
  }).id
}

function buildContent(world: AmazonState, seller: Seller, { type, marketplaceIds }: Report): string | null {
  switch (type) {
    case 'GET_MERCHANT_LISTINGS_ALL_DATA':
      return merchantListings(world, seller, marketplaceIds)
    case 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA':
      return fbaInventory(seller, marketplaceIds)
    default:
      return null
  }
}
