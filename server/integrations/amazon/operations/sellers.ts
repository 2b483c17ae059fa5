import { z } from 'zod'
import { operation } from '../operation.ts'
import { payload } from './response-schemas.ts'

const Participation = z.object({
  marketplace: z.object({ id: z.string(), name: z.string(), countryCode: z.string() }),
  participation: z.object({ isParticipating: z.boolean(), hasSuspendedListings: z.boolean() }),
})

export const getMarketplaceParticipations = operation({
  name: 'getMarketplaceParticipations',
  method: 'GET',
  rate: 0.016,
  burst: 15,
  request: () => ({ path: '/sellers/v1/marketplaceParticipations' }),
  wire: payload(z.array(Participation)),
})
