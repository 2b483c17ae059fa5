import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { storeDeliveries } from '#server/features/channels/inbox/store-delivery.ts'
import { markIgnored, markIngested } from '#server/features/channels/inbox/queries.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { coalesceCalls } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { isDataError } from '../errors.ts'
import { ingestEvents } from '../intake/ingest-events.ts'
import type { OrderEvent } from '../intake/order-events.ts'
import { listPublicOrdersById } from './read-orders.ts'

type CreatedOrder = PublicOrder & { isNew: boolean }

type OrderSubmission = { ctx: CompanyContext; keyId: string; channelId: string; order: OrderData }

const maxTogether = 50

/** Intake is serialized per company, so orders that arrive meanwhile are ingested together in one transaction. */
const createTogether = coalesceCalls<OrderSubmission, CreatedOrder>({
  groupOf: ({ ctx, keyId, channelId }) => `${ctx.companyId} ${keyId} ${channelId}`,
  subjectOf: ({ order }) => order.externalOrderId,
  batchSize: maxTogether,
  runBatch: (submissions) => retryOnConflict(() => ingestTogether(submissions)),
  isCausedByOneCall: isDataError,
})

/** Ingests the order synchronously and returns it. It is stored among the channel's deliveries like any other event. */
export async function createOrder(
  ctx: CompanyContext,
  { channelId: namedChannelId, ...order }: ParsedInputOf<typeof publicApi.createOrder>,
  holder: KeyHolder,
): Promise<CreatedOrder> {
  assertReconciled(ctx)
  const channelId = resolveKeyChannel(holder, namedChannelId)
  if (channelId === null) {
    const errors = [{ field: 'channelId', message: say('is needed with the company’s master key') }]
    throw new AppError('invalid', say('Specify the channel that sold the order: add ?channelId= to the URL.'), errors)
  }
  return createTogether({ ctx, keyId: holder.keyId, channelId, order })
}

async function ingestTogether(submissions: readonly OrderSubmission[]): Promise<CreatedOrder[]> {
  const [first] = submissions
  if (!first) return []
  const { ctx, channelId } = first
  const events = submissions.map(({ order }) => ({
    channelId,
    externalOrderId: order.externalOrderId,
    eventType: 'order.created' as const,
    at: null,
    order,
    by: ctx.actor,
  }))
  return ctx.transaction(async (tx) => {
    await assertSells(tx, ctx.companyId, channelId)
    const results = await ingestEvents(tx, ctx, events)
    const outcomes = results.map(({ orderId, isNew }) => {
      if (!orderId) throw new Error('Ingesting a whole order always returns its id')
      return { orderId, isNew }
    })
    await storeSubmissions(tx, ctx, events, outcomes)
    const orderIds = outcomes.map(({ orderId }) => orderId)
    const rows = await listPublicOrdersById(tx, { companyId: ctx.companyId, channelId }, orderIds)
    return rows.map((row, at) => ({ ...row, isNew: outcomes[at]?.isNew ?? false }))
  })
}

async function assertSells(tx: Tx, companyId: string, channelId: string): Promise<void> {
  const { isActive, name, config } = await getChannelOrThrow(tx, companyId, channelId)
  if (isActive && ChannelConfig.parse(config).takesOrders) return
  throw new AppError(
    'conflict',
    say('The channel {channel} is switched off or set not to import orders.', { channel: name }),
  )
}

type Submission = OrderEvent & { channelId: string }

type CreationOutcome = { orderId: string; isNew: boolean }

/**
 * Stores API submissions as processed deliveries in the format of our own webhook. They have no delivery id, so the
 * hash of their content deduplicates them.
 */
export async function storeSubmissions(
  tx: Tx,
  ctx: CompanyContext,
  events: readonly Submission[],
  outcomes: readonly CreationOutcome[],
): Promise<void> {
  const now = ctx.clock.now()
  const ids = await storeDeliveries(
    tx,
    ctx,
    events.map((one) => toDelivery(ctx, one)),
  )
  const seen = events.flatMap(({ eventType, externalOrderId }, at) => {
    const [id, outcome] = [ids[at], outcomes[at]]
    return id && outcome ? [{ id, eventType, externalOrderId, ...outcome }] : []
  })
  const repeated = seen.filter(({ isNew }) => !isNew).map((one) => ({ ...one, why: 'The order already exists.' }))
  await markIngested(
    tx,
    ctx.companyId,
    now,
    seen.filter(({ isNew }) => isNew),
  )
  await markIgnored(tx, ctx.companyId, now, repeated)
}

function toDelivery(ctx: CompanyContext, { channelId, eventType, order }: Submission) {
  const event = { type: eventType, timestamp: ctx.clock.now().toISOString(), data: order }
  const content = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(event)) }
  const deliveryId = `api:${ctx.vault.fingerprint(JSON.stringify(order), 'webhook_events.delivery_id')}`
  return { channelId, source: 'api' as const, deliveryId, signature: null, content }
}
