import { describe, expect, it } from 'vitest'
import { trackingUrlOf } from './tracking.ts'

describe('the tracking page of a package', () => {
  it.each([
    ['AMZN_US', 'TBA123', 'https://track.amazon.com/tracking/TBA123'],
    ['Amazon Logistics', 'TBA123', 'https://track.amazon.com/tracking/TBA123'],
    ['UPS', '1Z999', 'https://www.ups.com/track?tracknum=1Z999'],
    ['UPS Mail Innovations', '92', 'https://www.ups.com/track?tracknum=92'],
    ['USPS', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
    ['FedEx', '7777', 'https://www.fedex.com/fedextrack/?trknbr=7777'],
    ['DHL eCommerce', 'GM1', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=GM1'],
    ['OnTrac', 'D1', 'https://www.ontrac.com/tracking/?number=D1'],
    ['LASERSHIP', 'LX1', 'https://www.ontrac.com/tracking/?number=LX1'],
    ['UPS', '1Z 9&x=1', 'https://www.ups.com/track?tracknum=1Z%209%26x%3D1'],
  ])('of %s leads to %s', (carrier, number, page) => {
    expect(trackingUrlOf(carrier, number)).toBe(page)
  })

  it.each([
    ['a carrier that nobody knows', 'Bob’s Bikes', '1'],
    ['no carrier', null, '1'],
    ['no number', 'UPS', null],
    ['an empty number', 'UPS', ''],
  ])('is none for %s', (_what, carrier, number) => {
    expect(trackingUrlOf(carrier, number)).toBeNull()
  })
})
