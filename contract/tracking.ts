/** Tracking pages by the beginning of the carrier's name, ignoring case and punctuation. */
const trackingPages: readonly [carrier: string, page: string][] = [
  ['AMZN', 'https://track.amazon.com/tracking/'],
  ['AMAZON', 'https://track.amazon.com/tracking/'],
  ['UPS', 'https://www.ups.com/track?tracknum='],
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['FEDEX', 'https://www.fedex.com/fedextrack/?trknbr='],
  ['DHL', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  ['ONTRAC', 'https://www.ontrac.com/tracking/?number='],
  ['LASERSHIP', 'https://www.ontrac.com/tracking/?number='],
  ['CANADAPOST', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
  ['PUROLATOR', 'https://www.purolator.com/en/shipping/tracker?pin='],
  ['ROYALMAIL', 'https://www.royalmail.com/track-your-item#/tracking-results/'],
]

/** The carrier's tracking page of a package; null for an unknown carrier or without a number. */
export function trackingUrlOf(carrier: string | null, trackingNumber: string | null): string | null {
  const name = (carrier ?? '').toUpperCase().replace(/[^A-Z]/g, '')
  const page = trackingPages.find(([beginning]) => name.startsWith(beginning))?.[1]
  return page && trackingNumber ? page + encodeURIComponent(trackingNumber) : null
}
