import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'

/** The currency that a marketplace names its prices in; null when we don't know the marketplace. */
export const currencyAt = (marketplaceId: string): string | null =>
  amazonMarketplaces.find(({ id }) => id === marketplaceId)?.currency ?? null
