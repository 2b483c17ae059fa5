import { encryptContent } from '#server/features/channels/inbox/stored-delivery.ts'
import type { Deps } from '#server/platform/context.ts'
import { channelDeliveries, webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/id.ts'
import { buildSku } from './builders.ts'
import { buildChannel } from './channels.ts'

/** Calls of the channels' endpoints that pass validation, and ids of another company. */
export async function channelSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildPlace(deps, companyId), await buildPlace(deps, otherCompanyId)]
  const [channelId, otherChannelId] = [own.channelId, other.channelId]
  const channel = { params: { channelId }, foreign: { channelId: otherChannelId } }
  const within = (id: 'skuId' | 'deliveryId' | 'messageId') => ({
    params: { channelId, [id]: own[id] },
    foreign: { channelId: otherChannelId, [id]: other[id] },
  })
  return {
    channels: {
      list: {},
      create: { body: { name: 'My Shop', type: 'website' } },
      detail: channel,
      update: { ...channel, body: { safetyBuffer: 2 } },
      reveal: { ...channel, body: { secret: 'webhookSecret' } },
      rotate: { ...channel, body: { secret: 'apiKey', overlapHours: 24 } },
      test: channel,
      syncCatalog: { body: { channelId } },
    },
    channelListings: { list: channel, update: { ...within('skuId'), body: { price: '9.50' } } },
    channelDeliveries: {
      list: channel,
      detail: within('deliveryId'),
      replay: within('deliveryId'),
      sent: channel,
      resend: within('messageId'),
    },
  }
}

const nobodyListens = 'http://127.0.0.1:9/lockstep'

/** A channel with a SKU, a delivery that was not understood and a message that did not get through. */
async function buildPlace(deps: Deps, companyId: string) {
  const { id: channelId } = await buildChannel(deps, companyId, { config: { webhookUrl: nobodyListens } })
  const { id: skuId } = await buildSku(deps.db, companyId)
  return {
    channelId,
    skuId,
    deliveryId: await buildFailedDelivery(deps, companyId, channelId),
    messageId: await buildFailedMessage(deps, companyId, channelId),
  }
}

async function buildFailedDelivery({ db, vault }: Deps, companyId: string, channelId: string): Promise<string> {
  const id = newId()
  const payload = encryptContent(vault, { companyId, id }, { headers: {}, body: Buffer.from('{}') })
  const failed = { deliveryId: id, isVerified: true, error: 'items is missing' }
  await db.inCompany(companyId, (tx) =>
    tx.insert(webhookEvents).values({ companyId, id, channelId, payload, ...failed }),
  )
  return id
}

async function buildFailedMessage({ db, vault }: Deps, companyId: string, channelId: string): Promise<string> {
  const id = newId()
  const message = { eventType: 'ping', eventKey: `ping:${id}`, url: nobodyListens }
  const payload = vault.encrypt('{}', `channel_deliveries.payload:${companyId}:${id}`)
  await db.inCompany(companyId, (tx) =>
    tx.insert(channelDeliveries).values({ companyId, id, channelId, ...message, payload, status: 'failed' }),
  )
  return id
}
