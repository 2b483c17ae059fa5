import type { AmazonAccount, AmazonIntegration } from '#contract/marketplace.ts'

/** An account as the settings show it. */
export const toIntegration = ({ marketplaceIds, ...account }: AmazonAccount): AmazonIntegration => ({
  ...account,
  marketplaces: marketplaceIds,
})
