import type { Tx } from '#server/platform/db/client.ts'
import { ChannelConfig } from './config.ts'
import type { ChannelRecord } from './queries/channels.ts'
import { dropOfferChanges, forgetSentOffers, noteAllOffers } from './queries/offer-changes.ts'

/** What a change of the channel means for what it has been told, and is to be told, of our offers. */
export async function followOffers(tx: Tx, before: ChannelRecord, after: ChannelRecord): Promise<void> {
  const channel = { companyId: after.companyId, channelId: after.id }
  if (!after.isPushed) {
    if (before.isPushed) await dropOfferChanges(tx, channel)
    return
  }
  const mustHearAgain = !before.isPushed || receiverOf(before) !== receiverOf(after)
  if (mustHearAgain) await forgetSentOffers(tx, channel)
  if (mustHearAgain || offeringOf(before) !== offeringOf(after)) await noteAllOffers(tx, channel)
}

/** Who listens, and what we say beside quantity and price: with another of these, what was said before counts no more. */
function receiverOf({ accessToken, config }: ChannelRecord): string {
  const { webhookUrl, catalogId, productUrl } = ChannelConfig.parse(config)
  return JSON.stringify([webhookUrl, catalogId, productUrl, accessToken])
}

function offeringOf({ safetyBuffer, config }: ChannelRecord): string {
  return JSON.stringify([safetyBuffer, ChannelConfig.parse(config).offersAllSkus])
}
