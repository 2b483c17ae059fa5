import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { asMessage, say } from '#contract/i18n.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { Rejected } from '#server/ports/failure.ts'

export const endpointUrls = {
  na: 'https://sellingpartnerapi-na.amazon.com',
  eu: 'https://sellingpartnerapi-eu.amazon.com',
  fe: 'https://sellingpartnerapi-fe.amazon.com',
} as const
export type Endpoint = keyof typeof endpointUrls

type Place = { endpoint: Endpoint; sellerCentral: string }

const europe = 'sellercentral-europe.amazon.com'

/**
 * Regional endpoint and Seller Central host per marketplace. Amazon's regions differ from the regions on our screens.
 */
const places: Readonly<Record<string, Place>> = {
  ATVPDKIKX0DER: { endpoint: 'na', sellerCentral: 'sellercentral.amazon.com' },
  A2EUQ1WTGCTBG2: { endpoint: 'na', sellerCentral: 'sellercentral.amazon.ca' },
  A1AM78C64UM0Y8: { endpoint: 'na', sellerCentral: 'sellercentral.amazon.com.mx' },
  A2Q3Y263D00KWC: { endpoint: 'na', sellerCentral: 'sellercentral.amazon.com.br' },
  A1F83G8C2ARO7P: { endpoint: 'eu', sellerCentral: europe },
  A1PA6795UKMFR9: { endpoint: 'eu', sellerCentral: europe },
  A13V1IB3VIYZZH: { endpoint: 'eu', sellerCentral: europe },
  APJ6JRA9NG5V4: { endpoint: 'eu', sellerCentral: europe },
  A1RKKUPIHCS9HS: { endpoint: 'eu', sellerCentral: europe },
  A28R8C7NBKEWEA: { endpoint: 'eu', sellerCentral: europe },
  A17E79C6D8DWNP: { endpoint: 'eu', sellerCentral: europe },
  AE08WJ6YKNBMC: { endpoint: 'eu', sellerCentral: europe },
  A1805IZSGTT6HS: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.nl' },
  AMEN7PMS3EDWL: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.com.be' },
  A2NODRKZP88ZB9: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.se' },
  A1C3SOZRARQ6R3: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.pl' },
  A33AVAJ2PDY3EV: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.com.tr' },
  ARBP9OOSHTCHU: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.eg' },
  A2VIGQ35RCS4UG: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.ae' },
  A21TJRUUN4KGV: { endpoint: 'eu', sellerCentral: 'sellercentral.amazon.in' },
  A1VC38T7YXB528: { endpoint: 'fe', sellerCentral: 'sellercentral.amazon.co.jp' },
  A39IBJ37TRP1C6: { endpoint: 'fe', sellerCentral: 'sellercentral.amazon.com.au' },
  A19VAU5U5O7RUS: { endpoint: 'fe', sellerCentral: 'sellercentral.amazon.sg' },
}

/** Used while no marketplace is known. The Far East has one consent page per country, so it has no default. */
const regionPlaces: Record<Region, { endpoint: Endpoint; sellerCentral: string | null }> = {
  us: { endpoint: 'na', sellerCentral: 'sellercentral.amazon.com' },
  eu: { endpoint: 'eu', sellerCentral: europe },
  fe: { endpoint: 'fe', sellerCentral: null },
}

export function endpointOf(region: Region, marketplaceId: string | undefined): Endpoint {
  return placeOf(region, marketplaceId).endpoint
}

export function sellerCentralOf(region: Region, marketplaceId: string | undefined): string {
  const host = placeOf(region, marketplaceId).sellerCentral
  if (host) return `https://${host}`
  throw new Rejected(say('Each country in the Far East has its own consent page. Choose a country.'), {
    code: 'no_country',
    whoActs: 'you',
  })
}

function placeOf(region: Region, marketplaceId: string | undefined) {
  const unavailable = amazonMarketplaces.find(({ id }) => id === marketplaceId)?.unavailable
  if (unavailable) throw new Rejected(asMessage(unavailable), { code: 'no_endpoint', whoActs: 'other_side' })
  return (marketplaceId === undefined ? undefined : places[marketplaceId]) ?? regionPlaces[region]
}
