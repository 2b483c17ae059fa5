import { keepDelivery } from '#server/features/channels/inbox/keep-delivery.ts'
import { markIgnored, markTakenIn } from '#server/features/channels/inbox/queries/outcomes.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { News } from '../take-in/news.ts'

type Outcome = { orderId: string; isNew: boolean }

/**
 * Keeps what was handed over by API in the words of our own webhook, as something that has been seen to. Nobody names it,
 * so it is known again by what it says: a program that hands over the same order without end fills no table.
 */
export async function keepSubmission(
  tx: Tx,
  ctx: CompanyContext,
  news: News,
  { orderId, isNew }: Outcome,
): Promise<void> {
  const { channelId, externalOrderId, eventType, order } = news
  const now = ctx.clock.now()
  const event = { type: eventType, timestamp: now.toISOString(), data: order }
  const content = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(event)) }
  const deliveryId = `api:${ctx.vault.fingerprint(JSON.stringify(order), 'webhook_events.delivery_id')}`
  const id = await keepDelivery(tx, ctx, { channelId, source: 'api', deliveryId, signature: null, content })
  if (!id) return
  const seen = { id, eventType, externalOrderId, orderId }
  if (isNew) await markTakenIn(tx, ctx.companyId, now, [seen])
  else await markIgnored(tx, ctx.companyId, now, [{ ...seen, why: 'The order was there already.' }])
}
