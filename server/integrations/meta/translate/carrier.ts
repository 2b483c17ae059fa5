/** Those of Meta's carriers that our goods go with; any other is told by its own name under OTHER. */
const knownCarriers = [
  ['FEDEX', /fed\s?ex/i],
  ['USPS', /usps|us postal/i],
  ['UPS', /\bups\b|united parcel/i],
  ['DHL', /dhl/i],
] as const

export function toTracking(carrier: string | null, trackingNumber: string): object {
  const [code = 'OTHER'] = knownCarriers.find(([, pattern]) => pattern.test(carrier ?? '')) ?? []
  const name = code === 'OTHER' && carrier ? { shipping_method_name: carrier } : {}
  return { carrier: code, tracking_number: trackingNumber, ...name }
}
