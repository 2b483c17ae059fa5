import type { Tx } from '#server/platform/db/client.ts'
import { ChannelConfig } from './config.ts'
import type { ChannelRecord } from './queries/channels.ts'
import { deleteOfferChanges, clearSentOffers, recordAllOffersChanged } from './queries/offer-changes.ts'

/** What a change of the channel means for what it has been told, and is to be told, of our offers. */
export async function updatePushedOffers(tx: Tx, before: ChannelRecord, after: ChannelRecord): Promise<void> {
  const channel = { companyId: after.companyId, channelId: after.id }
  if (!after.isPushed) {
    if (before.isPushed) await deleteOfferChanges(tx, channel)
    return
  }
  const mustSendAll = !before.isPushed || offerReceiver(before) !== offerReceiver(after)
  if (mustSendAll) await clearSentOffers(tx, channel)
  if (mustSendAll || offerSettings(before) !== offerSettings(after)) await recordAllOffersChanged(tx, channel)
}

/** Who listens, and what we say beside quantity and price: with another of these, what was said before counts no more. */
function offerReceiver({ accessToken, config }: ChannelRecord): string {
  const { webhookUrl, catalogId, productUrl } = ChannelConfig.parse(config)
  return JSON.stringify([webhookUrl, catalogId, productUrl, accessToken])
}

function offerSettings({ safetyBuffer, config }: ChannelRecord): string {
  return JSON.stringify([safetyBuffer, ChannelConfig.parse(config).offersAllSkus])
}
