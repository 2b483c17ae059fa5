import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { listShownAccounts } from '#server/features/marketplace/queries/accounts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { SendingRefused } from './sending-refused.ts'

type ChosenAccount = { integrationId: string; marketplaceId: string }

/** Who ships to a country: the account that sells there, else the first one. */
export async function chooseAccount(tx: Tx, country: string): Promise<ChosenAccount> {
  const active = (await listShownAccounts(tx)).filter(({ isActive }) => isActive)
  const near = amazonMarketplaces.find(({ countryCode }) => countryCode === country)?.id
  const selling = active.find(({ marketplaceIds }) => near !== undefined && marketplaceIds.includes(near))
  if (selling && near !== undefined) return { integrationId: selling.id, marketplaceId: near }
  for (const { id: integrationId, marketplaceIds } of active) {
    const [marketplaceId] = marketplaceIds
    if (marketplaceId !== undefined) return { integrationId, marketplaceId }
  }
  throw new SendingRefused('no_account', 'No Amazon account is connected. Connect one first.')
}
