import type { Operation } from '../operation.ts'
import type { Seller } from '../state.ts'
import { marketplaces, type Marketplace } from './marketplaces.ts'

export const sellersOperations: Operation[] = [
  {
    name: 'getMarketplaceParticipations',
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
    rate: 0.016,
    burst: 15,
    answer: ({ seller }) => ({ status: 200, body: { payload: listParticipations(seller) } }),
  },
  {
    name: 'getAccount',
    method: 'GET',
    path: '/sellers/v1/account',
    rate: 0.016,
    burst: 15,
    answer: ({ seller }) => ({
      status: 200,
      body: {
        payload: {
          marketplaceParticipationList: listParticipations(seller),
          businessType: 'PRIVATE_LIMITED',
          sellingPlan: 'PROFESSIONAL',
        },
      },
    }),
  },
]

/** All marketplaces of the seller's region, with whether the seller participates. */
function listParticipations({ name, endpoint, marketplaceIds }: Seller): object[] {
  return marketplaces
    .filter((one) => one.endpoint === endpoint)
    .map((one) => ({
      marketplace: viewMarketplace(one),
      participation: { isParticipating: marketplaceIds.includes(one.id), hasSuspendedListings: false },
      storeName: name,
    }))
}

const viewMarketplace = ({ id, countryCode, currency, language, domain }: Marketplace) => ({
  id,
  name: domain.replace(/^www\.a/, 'A'),
  countryCode,
  defaultCurrencyCode: currency,
  defaultLanguageCode: language,
  domainName: domain,
})
