import { randomUUID } from 'node:crypto'
import type { OutgoingEvent } from '#contract/channel-values.ts'
import type { ReportAnswer, ChannelAdapter, ChannelConnection, Offer, OutgoingMessage } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import { interpretResponse, toConnectionFailure } from './answer.ts'
import { post } from './post.ts'
import { signatureHeaders } from './sign.ts'

export type OutgoingSettings = {
  version: string
  allowsLoopback: boolean
  clock: { now(): Date }
  timeoutMilliseconds?: number
}

type Outgoing = Required<Pick<ChannelAdapter, 'pushOffers' | 'report' | 'test'>>
type WebhookMessage = { id: string; type: OutgoingEvent; at: Date; data: object }

const mostOffers = 500
const usualTimeout = 10_000

/** What a website is told, whatever it runs on: one signed POST to its webhook URL per message. */
export function createOutgoing(settings: OutgoingSettings): Outgoing {
  const send = (connection: ChannelConnection, letter: WebhookMessage) => deliver(settings, connection, letter)
  const fresh = () => ({ id: randomUUID(), at: settings.clock.now() })
  return {
    async pushOffers(connection, offers) {
      for (let start = 0; start < offers.length; start += mostOffers) {
        const items = offers.slice(start, start + mostOffers).map(itemOf)
        await send(connection, { ...fresh(), type: 'inventory.updated', data: { items } })
      }
      return []
    },
    report: (connection, message) =>
      send(connection, { id: message.id, type: message.type, at: message.at, data: dataOf(message) }),
    async test(connection) {
      await send(connection, { ...fresh(), type: 'ping', data: { channel: connection.name } })
    },
  }
}

async function deliver(
  settings: OutgoingSettings,
  connection: ChannelConnection,
  letter: WebhookMessage,
): Promise<ReportAnswer> {
  const { webhookUrl, signingSecrets } = connection
  if (webhookUrl === null) throw new Rejected('The channel has no webhook URL.', { code: 'no_url', whoActs: 'you' })
  const now = settings.clock.now()
  const body = JSON.stringify({ type: letter.type, timestamp: letter.at.toISOString(), data: letter.data })
  const heard = await post({
    url: webhookUrl,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Lockstep/${settings.version}`,
      ...signatureHeaders({ id: letter.id, at: now, body, secrets: signingSecrets }),
    },
    allowsLoopback: settings.allowsLoopback,
    timeoutMilliseconds: settings.timeoutMilliseconds ?? usualTimeout,
  }).catch((error: unknown) => {
    throw toConnectionFailure(error)
  })
  return interpretResponse(heard, now)
}

const itemOf = ({ sku, externalId, sellable, price, compareAtPrice, currency, isVisible }: Offer) => ({
  sku,
  externalId,
  sellable,
  price,
  compareAtPrice,
  currency,
  isVisible,
})

const dataOf = ({ order, shipments, reason }: OutgoingMessage) => ({ ...order, shipments, reason })
