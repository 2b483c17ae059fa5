import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { toChannelKind } from '../config.ts'
import { noSuchChannel } from '../queries/channels.ts'
import { validSecrets } from './good-secrets.ts'
import { storeDelivery } from './keep-delivery.ts'
import { findReceivingChannel } from './queries/receiving.ts'

/** What became of a delivery at the door; of one that is refused, why it is not the channel's. */
export type Receipt = { kind: ChannelKind } & (
  | { outcome: 'stored' | 'repeated' | 'greeting' }
  | { outcome: 'refused'; reason: string; signature: string | null }
)

/** Verifies and stores a delivery; what it says is looked at later, by `orders.take-in`. */
export async function receiveDelivery(
  ctx: CompanyContext,
  channelId: string,
  delivery: Pick<RawDelivery, 'headers' | 'body'>,
): Promise<Receipt> {
  return ctx.transaction(async (tx) => {
    const channel = await findReceivingChannel(tx, ctx.companyId, channelId)
    const kind = channel && toChannelKind(channel)
    if (!kind) throw noSuchChannel()
    const raw = { ...delivery, receivedAt: ctx.clock.now() }
    const verdict = ctx.ports.channels[kind].verify(raw, { secrets: validSecrets(ctx, channel) })
    if (!verdict.isGenuine) {
      const { reason, signature, isGreeting } = verdict
      return isGreeting ? { kind, outcome: 'greeting' } : { kind, outcome: 'refused', reason, signature }
    }
    const { deliveryId, signature } = verdict
    const content = { headers: storableHeaders(delivery.headers), body: delivery.body }
    const id = await storeDelivery(tx, ctx, { channelId, source: 'webhook', deliveryId, signature, content })
    if (id && channel.isActive) ctx.triggerWorker(tx, 'orders.take-in')
    return { kind, outcome: id ? 'stored' : 'repeated' }
  })
}

/** Nothing that lets somebody in anywhere, and nothing of the way it took. */
const droppedHeaders = /^(authorization|cookie|forwarded|proxy-.*|x-forwarded-.*|x-real-ip)$/

const storableHeaders = (headers: RawDelivery['headers']): RawDelivery['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)))
