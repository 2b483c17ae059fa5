import { findMarketplace } from '../sellers/marketplaces.ts'
import type { Attributes, Instance } from './listing.ts'

/** Under which name Amazon itself fulfils here. */
export function amazonChannel(marketplaceId: string): string {
  const marketplace = findMarketplace(marketplaceId)
  switch (marketplace?.endpoint) {
    case 'na':
    case undefined:
      return 'AMAZON_NA'
    case 'eu':
      return marketplace.countryCode === 'IN' ? 'AMAZON_IN' : 'AMAZON_EU'
    case 'fe':
      return `AMAZON_${marketplace.countryCode}`
  }
}

export const isAmazonChannel = (instance: Instance) =>
  String(instance['fulfillment_channel_code']).startsWith('AMAZON_')

export const channelsOf = (attributes: Attributes): Instance[] => attributes['fulfillment_availability'] ?? []

export function availabilityOf(attributes: Attributes) {
  return channelsOf(attributes).map(({ fulfillment_channel_code: code, quantity }) => ({
    fulfillmentChannelCode: String(code),
    ...(typeof quantity === 'number' && { quantity }),
  }))
}
