import { storeDelivery } from '#server/features/channels/inbox/keep-delivery.ts'
import { markIgnored, markIngested } from '#server/features/channels/inbox/queries/outcomes.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { OrderEvent } from '../take-in/news.ts'

type CreationOutcome = { orderId: string; isNew: boolean }

/**
 * Keeps what was handed over by API in the words of our own webhook, as something that has been seen to. Nobody names it,
 * so it is known again by what it says: a program that hands over the same order without end fills no table.
 */
export async function storeSubmissions(
  tx: Tx,
  ctx: CompanyContext,
  events: readonly OrderEvent[],
  outcomes: readonly CreationOutcome[],
): Promise<void> {
  const now = ctx.clock.now()
  const ids = await Promise.all(events.map((one) => storeSubmission(tx, ctx, one)))
  const seen = events.flatMap(({ eventType, externalOrderId }, at) => {
    const [id, outcome] = [ids[at], outcomes[at]]
    return id && outcome ? [{ id, eventType, externalOrderId, ...outcome }] : []
  })
  const repeated = seen.filter(({ isNew }) => !isNew).map((one) => ({ ...one, why: 'The order was there already.' }))
  await markIngested(
    tx,
    ctx.companyId,
    now,
    seen.filter(({ isNew }) => isNew),
  )
  await markIgnored(tx, ctx.companyId, now, repeated)
}

function storeSubmission(
  tx: Tx,
  ctx: CompanyContext,
  { channelId, eventType, order }: OrderEvent,
): Promise<string | null> {
  const event = { type: eventType, timestamp: ctx.clock.now().toISOString(), data: order }
  const content = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(event)) }
  const deliveryId = `api:${ctx.vault.fingerprint(JSON.stringify(order), 'webhook_events.delivery_id')}`
  return storeDelivery(tx, ctx, { channelId, source: 'api', deliveryId, signature: null, content })
}
