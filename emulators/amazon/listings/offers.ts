import type { Attributes } from './listing.ts'

type Offer = {
  marketplaceId: string
  offerType: 'B2C' | 'B2B'
  price: { currencyCode: string; amount: string }
  audience: { value: string; displayName: string }
}

type WrittenOffer = {
  currency?: string
  audience?: string
  our_price?: { schedule?: { value_with_tax?: number }[] }[]
}

/** The prices that buyers see, out of what the seller wrote. */
export function offersOf(attributes: Attributes, marketplaceId: string): Offer[] {
  return (attributes['purchasable_offer'] ?? []).flatMap((instance) => {
    const { currency = '', audience = 'ALL', our_price: prices } = instance as WrittenOffer
    const amount = prices?.[0]?.schedule?.[0]?.value_with_tax
    if (amount === undefined) return []
    return [
      {
        marketplaceId,
        offerType: audience === 'B2B' ? 'B2B' : 'B2C',
        price: { currencyCode: currency, amount: amount.toFixed(2) },
        audience: { value: audience, displayName: audience === 'B2B' ? 'Amazon Business' : 'Sell on Amazon' },
      },
    ]
  })
}
