import type { ChannelAdapter, ChannelConnection } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import { createGraphClient } from './client.ts'
import { pushOffers } from './push-offers.ts'
import { parseDelivery } from './read-delivery.ts'
import { fetchOrder, pollOrders } from './read-orders.ts'
import { reportToMeta } from './report.ts'
import { getAccountIdOrThrow, getCatalogIdOrThrow } from './require-id.ts'
import type { MetaSettings } from './settings.ts'
import { systemTiming } from './timing.ts'
import { verifyDelivery } from './verify.ts'
import { Named } from './wire.ts'

/** Shops on Facebook and Instagram. One without a commerce account is a catalogue only: it sells on a website. */
export function createMetaShops(settings: MetaSettings): ChannelAdapter {
  const { timing = systemTiming } = settings
  const clientOf = ({ accessToken }: ChannelConnection) => createGraphClient(settings, accessToken)
  return {
    verify: (delivery) => verifyDelivery(settings.appSecret, delivery),
    read: parseDelivery,

    poll: async (connection, cursor) =>
      pollOrders(clientOf(connection), getAccountIdOrThrow(connection), cursor, timing.now()),

    async fetchOrder(connection, externalOrderId) {
      if (!connection.commerceAccountId) {
        return { kind: 'nothing', eventType: null, why: 'This channel keeps only its catalog at Meta.' }
      }
      return fetchOrder(clientOf(connection), externalOrderId)
    },

    pushOffers: async (connection, offers) =>
      pushOffers({ client: clientOf(connection), catalogId: getCatalogIdOrThrow(connection), timing }, offers),

    report: async (connection, message) => reportToMeta(clientOf(connection), connection, message),

    async test(connection) {
      const ids = [connection.commerceAccountId, connection.catalogId].filter((id) => id !== null)
      if (ids.length === 0) throw new Rejected('This channel has neither a commerce account ID nor a catalog ID.')
      const client = clientOf(connection)
      for (const id of ids) await client.get(encodeURIComponent(id), { fields: 'id' }, Named)
    },
  }
}
