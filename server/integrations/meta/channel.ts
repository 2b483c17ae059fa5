import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type {
  ChannelAdapter,
  ChannelConnection,
  OutgoingMessage,
  RawDelivery,
  ReportAnswer,
  SignatureCheck,
  VerificationKeys,
} from '#server/ports/channel.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'
import { createGraphClient, type GraphClient, type MetaSettings, systemTiming } from './client.ts'
import { acknowledgeOrder, cancelOrder, shipOrder } from './order-actions.ts'
import { pushOffers } from './push-offers.ts'
import { accountsIn, fetchOrder, parseDelivery, pollOrders } from './read-orders.ts'
import { Named } from './wire.ts'

/**
 * The channel adapter for shops on Facebook and Instagram. A shop without a commerce account has only a catalogue at
 * Meta and sells on a website.
 */
export function createMetaShops(settings: MetaSettings): ChannelAdapter {
  const { timing = systemTiming } = settings
  const clientOf = ({ accessToken }: ChannelConnection) => createGraphClient(settings, accessToken)
  return {
    verify: (delivery, keys) => verifyDelivery(settings.appSecret, delivery, keys),
    read: parseDelivery,

    poll: async (connection, cursor) =>
      pollOrders(clientOf(connection), getAccountIdOrThrow(connection), cursor, timing.now()),

    async fetchOrder(connection, externalOrderId) {
      if (!connection.commerceAccountId) {
        return { kind: 'nothing', eventType: null, why: formatMessage(say('This channel does not import orders.')) }
      }
      return fetchOrder(clientOf(connection), externalOrderId)
    },

    pushOffers: async (connection, offers) =>
      pushOffers({ client: clientOf(connection), catalogId: getCatalogIdOrThrow(connection), timing }, offers),

    report: async (connection, message) => reportToMeta(clientOf(connection), connection, message),

    async test(connection) {
      const ids = [connection.commerceAccountId, connection.catalogId].filter((id) => id !== null)
      if (ids.length === 0) throw new Rejected(say('This channel has neither a commerce account ID nor a catalog ID.'))
      const client = clientOf(connection)
      for (const id of ids) await client.get(encodeURIComponent(id), { fields: 'id' }, Named)
    },
  }
}

/**
 * Verifies the HMAC signature with the secret of our application. Meta sends neither a delivery id nor a time, so the
 * hash of the body identifies the delivery (deduplication). One secret signs for the shops of all companies, so a
 * delivery must name this channel's account: one of another shop is genuine, and yet a forgery here.
 */
export function verifyDelivery(
  appSecret: string | undefined,
  { headers, body }: RawDelivery,
  { accountId }: Pick<VerificationKeys, 'accountId'>,
): SignatureCheck {
  const signature = headers['x-hub-signature-256'] ?? null
  const refuse = (reason: string): SignatureCheck => ({ isGenuine: false, reason, signature })
  if (!appSecret)
    return refuse(formatMessage(say('META_APP_SECRET is not set, so Meta’s signature can’t be verified.')))
  if (signature === null) return refuse(formatMessage(say('The header x-hub-signature-256 is missing.')))
  const right = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    return refuse(formatMessage(say('Wrong signature: check META_APP_SECRET.')))
  }
  if (!accountId)
    return refuse(
      formatMessage(say('This channel has no commerce account ID, so Meta’s deliveries can’t be assigned to it.')),
    )
  const accounts = accountsIn(body)
  if (accounts.length === 0 || accounts.some((account) => account !== accountId)) {
    return refuse(formatMessage(say('It is for another commerce account.')))
  }
  return { isGenuine: true, deliveryId: createHash('sha256').update(body).digest('hex'), signature }
}

const delivered: ReportAnswer = { status: 200 }

/** Meta has no operation for this message. */
const notSupported: ReportAnswer = { status: 204 }

async function reportToMeta(
  client: GraphClient,
  connection: ChannelConnection,
  message: OutgoingMessage,
): Promise<ReportAnswer> {
  const { order } = message
  if (!order) return notSupported
  const reference = { orderId: order.externalOrderId, orderNumber: order.orderNumber, key: message.id }
  switch (message.type) {
    case 'order.acknowledged':
    // Acknowledges here too: an order can be sent to Amazon without being acknowledged first, and Meta refuses to ship
    // an unacknowledged order.
    case 'order.sent_to_fulfillment':
      await acknowledgeOrder(client, getAccountIdOrThrow(connection), reference)
      return delivered
    case 'order.shipped':
      await shipOrder(client, reference, message.shipments)
      return delivered
    case 'order.cancelled':
      await cancelOrder(client, reference, message.reason)
      return delivered
    case 'order.delivered':
    case 'inventory.updated':
    case 'ping':
      return notSupported
  }
}

function getAccountIdOrThrow({ commerceAccountId }: ChannelConnection): string {
  if (commerceAccountId) return commerceAccountId
  throw notSetUpError(
    say('This channel has no commerce account ID. Enter the commerce account ID in the channel’s settings.'),
  )
}

function getCatalogIdOrThrow({ catalogId }: ChannelConnection): string {
  if (catalogId) return catalogId
  throw notSetUpError(say('This channel has no catalog ID. Enter the catalog ID in the channel’s settings.'))
}

const notSetUpError = (sentence: Message) => new Rejected(sentence, { code: 'not_set_up', whoActs: 'you' })
