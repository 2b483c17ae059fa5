import { expect, it } from 'vitest'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { endpointOf } from './endpoints.ts'

it.each([
  ['us', 'ATVPDKIKX0DER', 'na'],
  ['eu', 'A1F83G8C2ARO7P', 'eu'],
  ['fe', 'A1VC38T7YXB528', 'fe'],
  ['fe', 'A21TJRUUN4KGV', 'eu'],
  ['eu', 'AN-ID-FROM-TOMORROW', 'eu'],
  ['us', undefined, 'na'],
] as const)('a seller in %s %s is served by the endpoint %s', (region, marketplaceId, endpoint) => {
  expect(endpointOf(region, marketplaceId)).toBe(endpoint)
})

it('every marketplace that can be chosen has an endpoint', () => {
  const labels = { us: 'na', eu: 'eu', fe: 'fe' }
  const elsewhere = amazonMarketplaces
    .filter(({ unavailable }) => !unavailable)
    .filter(({ id, region }) => endpointOf(region, id) !== labels[region])
  expect(elsewhere.map(({ country }) => country)).toEqual(['India'])
})

it('China is refused with a reason', () => {
  expect(() => endpointOf('fe', 'AAHKV2X7AFYLW')).toThrow('Amazon doesn’t offer API access to its China marketplace.')
})
