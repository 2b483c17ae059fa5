import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderData } from '#contract/intake.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import { ChannelConfig } from '#server/features/channels/config.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { assertReconciled } from '#server/platform/assert-reconciled.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { coalesceCalls } from '#server/platform/concurrency.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import { listPublicOrdersById } from '../queries/public-orders.ts'
import { isDataError } from '../take-in/is-fault-of-order.ts'
import { ingestEvents } from '../take-in/take-in.ts'
import { storeSubmissions } from './keep-submissions.ts'

type CreatedOrder = PublicOrder & { isNew: boolean }
type OrderSubmission = { ctx: CompanyContext; keyId: string; channelId: string; order: OrderData }

const maxTogether = 50

/** A company's orders come in one after the other; those that a shop hands over meanwhile come in together. */
const createTogether = coalesceCalls<OrderSubmission, CreatedOrder>({
  groupOf: ({ ctx, keyId, channelId }) => `${ctx.companyId} ${keyId} ${channelId}`,
  subjectOf: ({ order }) => order.externalOrderId,
  batchSize: maxTogether,
  runBatch: (submissions) => retryOnConflict(() => ingestTogether(submissions)),
  isCausedByOneCall: isDataError,
})

/** Taken in at once and answered, so that the caller knows; kept among the channel's deliveries like any other news. */
export async function createOrder(
  ctx: CompanyContext,
  { channelId: namedChannelId, ...order }: ParsedInputOf<typeof publicApi.createOrder>,
  holder: KeyHolder,
): Promise<CreatedOrder> {
  assertReconciled(ctx)
  const channelId = resolveKeyChannel(holder, namedChannelId)
  if (channelId === null) {
    const errors = [{ field: 'channelId', message: 'is needed with the company’s master key' }]
    throw new AppError('invalid', 'Say which channel sold the order: add ?channelId= to the address.', errors)
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
      if (!orderId) throw new Error('An order that is told whole is taken in')
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
  throw new AppError('conflict', `The channel ${name} is switched off or set to take no orders in.`)
}
