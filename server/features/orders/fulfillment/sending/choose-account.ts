import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { SendingRefused } from './sending-refused.ts'

type Account = Pick<AmazonAccount, 'id' | 'isActive' | 'marketplaceIds'>
type ChosenAccount = { integrationId: string; marketplaceId: string }

/** Who ships to a country: the account that sells there, else the first one. */
export function chooseAccount(accounts: readonly Account[], country: string): ChosenAccount {
  const storefronts = accounts
    .filter(({ isActive }) => isActive)
    .flatMap(({ id: integrationId, marketplaceIds }) =>
      marketplaceIds.map((marketplaceId) => ({ integrationId, marketplaceId })),
    )
  const localMarketplaceId = amazonMarketplaces.find(({ countryCode }) => countryCode === country)?.id
  const chosen = storefronts.find(({ marketplaceId }) => marketplaceId === localMarketplaceId) ?? storefronts[0]
  if (!chosen) throw new SendingRefused('no_account', 'No Amazon account is connected. Connect one first.')
  return chosen
}
