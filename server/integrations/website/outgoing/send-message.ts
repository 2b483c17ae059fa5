import { randomUUID } from 'node:crypto'
import type { OutgoingEvent } from '#contract/channel-values.ts'
import { say } from '#contract/i18n.ts'
import type { ChannelAdapter, ChannelConnection, Offer, OutgoingMessage, ReportAnswer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { signatureHeaders } from '../webhook-signatures.ts'
import { ForbiddenAddress, post, type WebhookResponse } from './guarded-request.ts'

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

/**
 * Messages to a website of any platform: one POST per message to its webhook URL, signed as Standard Webhooks define.
 */
export function createOutgoing(settings: OutgoingSettings): Outgoing {
  const send = (connection: ChannelConnection, message: WebhookMessage) => deliver(settings, connection, message)
  const fresh = () => ({ id: randomUUID(), at: settings.clock.now() })
  return {
    async pushOffers(connection, offers) {
      for (let start = 0; start < offers.length; start += mostOffers) {
        const items = offers.slice(start, start + mostOffers).map(itemOf)
        await send(connection, { ...fresh(), type: 'inventory.updated', data: { items } })
      }
      // Its answer says only that it has the message.
      return offers.map(({ sku }) => ({ sku, outcome: 'sent' }))
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
  message: WebhookMessage,
): Promise<ReportAnswer> {
  const { webhookUrl, signingSecrets } = connection
  if (webhookUrl === null) {
    throw new Rejected(say('The channel has no webhook URL.'), { code: 'no_url', whoActs: 'you' })
  }
  const now = settings.clock.now()
  const body = JSON.stringify({ type: message.type, timestamp: message.at.toISOString(), data: message.data })
  const response = await post({
    url: webhookUrl,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Lockstep/${settings.version}`,
      ...signatureHeaders({ id: message.id, at: now, body, secrets: signingSecrets }),
    },
    allowsLoopback: settings.allowsLoopback,
    timeoutMilliseconds: settings.timeoutMilliseconds ?? usualTimeout,
  }).catch((error: unknown) => {
    throw toConnectionFailure(error)
  })
  return interpretResponse(response, now)
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

/** Turns the HTTP status into a result or a failure. The body is ignored: it may repeat what we sent. */
function interpretResponse({ status, retryAfter }: WebhookResponse, now: Date): ReportAnswer {
  if (status >= 200 && status < 300) return { status }
  if (status === 401 || status === 403) {
    throw new Unauthorized(
      say('The website rejects Lockstep’s messages ({status}). Check how it verifies signatures.', { status }),
    )
  }
  if (status === 429 || status >= 500) {
    const seconds = secondsUntil(retryAfter, now)
    throw new Unavailable(
      status === 429
        ? say('The website asks Lockstep to wait ({status}).', { status })
        : say('The website returned a temporary error ({status}).', { status }),
      seconds === undefined ? {} : { retryAfterSeconds: seconds },
    )
  }
  throw toRejected(status)
}

function toRejected(status: number): Rejected {
  const code = `http_${status}`
  if (status === 410) {
    return new Rejected(say('The website no longer accepts messages at this address (410).'), { code, whoActs: 'you' })
  }
  if (status >= 300 && status < 400) {
    return new Rejected(
      say('The website redirects to another address ({status}). Set the webhook URL to the final address.', { status }),
      { code, whoActs: 'you' },
    )
  }
  return new Rejected(say('The website does not accept the message ({status}).', { status }), { code, whoActs: 'you' })
}

/**
 * Turns a connection error into a failure. Only the system's error code is used; the text may contain more than users
 * should see.
 */
function toConnectionFailure(error: unknown): Error {
  if (error instanceof ForbiddenAddress) {
    return new Rejected(
      say('The webhook URL can’t be used. Use an https address that can be reached from the internet.'),
      { code: 'address_refused', whoActs: 'you' },
    )
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new Unavailable(say('The website did not respond in time.'), { mayHaveHappened: true })
  }
  const why = systemCode(error) ?? say('no connection')
  return new Unavailable(say('The website can’t be reached ({why}).', { why }), { mayHaveHappened: true })
}

function systemCode(error: unknown): string | null {
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** `Retry-After` is a number of seconds or a date. */
function secondsUntil(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
