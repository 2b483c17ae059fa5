import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { lockWaitingDeliveries, scheduleFetch } from '#server/features/channels/inbox/intake-queries.ts'
import { type FailedDelivery, markFailed, markIgnored, markIngested } from '#server/features/channels/inbox/queries.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { raiseAttention } from '../attention/attention.ts'
import { isDataError } from '../errors.ts'
import { hashEmail } from './buyers.ts'
import { ingestEvents } from './ingest-events.ts'
import { type DeliveryContent, deliveryOutcomes, eventsIn, parseDelivery } from './parse-delivery.ts'
import { findCustomers } from './queries.ts'

/*
 * Inbox of deliveries (job `orders.take-in`). A batch is locked, parsed, ingested and marked in one transaction. After a
 * data error the same deliveries are processed one per transaction, and the faulty one is left to a person.
 */

const batchSize = 50

/** Processes waiting deliveries, oldest first, in batches until none is left. Makes no outside calls. */
export async function processInbox(ctx: CompanyContext): Promise<RunCounts> {
  let counts = noCounts
  for (;;) {
    const batch = await processBatch(ctx)
    counts = addCounts(counts, batch.counts)
    if (batch.size === 0) return counts
  }
}

async function processBatch(ctx: CompanyContext): Promise<{ size: number; counts: RunCounts }> {
  const deliveryIds: string[] = []
  try {
    return await ctx.transaction(async (tx) => {
      const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, batchSize)
      deliveryIds.push(...deliveries.map(({ id }) => id))
      const parsed = deliveries.map((delivery) => parseDelivery(ctx, delivery))
      return { size: deliveries.length, counts: await ingestDeliveries(tx, ctx, parsed) }
    })
  } catch (error) {
    if (!isDataError(error)) throw error
    return { size: deliveryIds.length, counts: await processOneByOne(ctx, deliveryIds) }
  }
}

/** Processes deliveries one per transaction, so that one that can't be stored does not block the others. */
async function processOneByOne(ctx: CompanyContext, deliveryIds: readonly string[]): Promise<RunCounts> {
  let counts = noCounts
  for (const id of deliveryIds)
    counts = addCounts(counts, await failOnDataError(ctx, id, () => processDelivery(ctx, id)))
  return counts
}

const processDelivery = (ctx: CompanyContext, id: string): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${id}`)
    const parsed = deliveries.map((delivery) => parseDelivery(ctx, delivery))
    return ingestDeliveries(tx, ctx, parsed)
  })

/** Ingests the events of deliveries and marks each delivery with its outcome, in one transaction. */
export async function ingestDeliveries(
  tx: Tx,
  ctx: CompanyContext,
  parsed: readonly DeliveryContent[],
): Promise<RunCounts> {
  if (parsed.length === 0) return noCounts
  const results = await ingestEvents(tx, ctx, eventsIn(parsed))
  const { takenIn, ignored, failed, toFetch, toErase } = deliveryOutcomes(parsed, results)
  const now = ctx.clock.now()
  await markIngested(tx, ctx.companyId, now, takenIn)
  await markIgnored(tx, ctx.companyId, now, ignored)
  await failDeliveries(tx, ctx, failed)
  await deferToFetch(tx, ctx, toFetch)
  await requestErasures(tx, ctx, toErase)
  // Notifies browsers only: this job looks for more deliveries by itself.
  await ctx.notifyBrowsers(tx, 'channels')
  return { takenIn: takenIn.length + toErase.length, ignored: ignored.length, failed: failed.length }
}

/** Fetching is a job of its own (`orders.fetch`), so that a slow channel does not block intake. */
async function deferToFetch(tx: Tx, ctx: CompanyContext, toFetch: readonly { id: string }[]): Promise<void> {
  if (toFetch.length === 0) return
  const ids = toFetch.map(({ id }) => id)
  await scheduleFetch(tx, ctx.companyId, ids, ctx.clock.now())
  ctx.triggerWorker(tx, 'orders.fetch')
}

/** Marks deliveries as failed and raises attention; a person can replay them. */
export async function failDeliveries(tx: Tx, ctx: CompanyContext, failed: readonly FailedDelivery[]): Promise<void> {
  if (failed.length === 0) return
  await markFailed(tx, ctx.companyId, failed)
  const raised = failed.map(({ id, error }) => ({
    deliveryId: id,
    code: 'webhook_not_understood' as const,
    reason: error,
  }))
  await raiseAttention(tx, ctx.companyId, ctx.clock.now(), raised)
  await publishAttentionChange(tx, ctx)
}

/** Runs `work` for one delivery; a data error fails the delivery instead of the job. */
export async function failOnDataError(
  ctx: CompanyContext,
  id: string,
  work: () => Promise<RunCounts>,
): Promise<RunCounts> {
  try {
    return await work()
  } catch (error) {
    if (!isDataError(error)) throw error
    ctx.log.error(
      { deliveryId: id, ...loggableError(error) },
      'intake: the order of a delivery could not be stored; it waits on the attention list',
    )
    return failDelivery(ctx, id, error)
  }
}

const failDelivery = (ctx: CompanyContext, id: string, cause: unknown): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${id}`)
    const error =
      cause instanceof AppError ? cause.sentence : say('The order could not be stored because of an error on our side.')
    const failed = deliveries.map((delivery) => ({ id: delivery.id, error }))
    await failDeliveries(tx, ctx, failed)
    return { takenIn: 0, ignored: 0, failed: failed.length }
  })

/** Deliveries per outcome. */
export type RunCounts = { takenIn: number; ignored: number; failed: number }

export const noCounts: RunCounts = { takenIn: 0, ignored: 0, failed: 0 }

export const addCounts = (one: RunCounts, other: RunCounts): RunCounts => ({
  takenIn: one.takenIn + other.takenIn,
  ignored: one.ignored + other.ignored,
  failed: one.failed + other.failed,
})

type ErasureRequest = Extract<DeliveryContent, { kind: 'erasure' }>

/** Channels ask to erase buyers: a job of privacy does it. Jobs carry ids only. */
async function requestErasures(tx: Tx, ctx: CompanyContext, requests: readonly ErasureRequest[]): Promise<void> {
  for (const request of requests) {
    const { id: deliveryId, email } = request
    const orderIds = await findOrdersOf(tx, ctx.companyId, request)
    const customers = email ? await findCustomers(tx, ctx.companyId, [hashEmail(ctx, email)]) : []
    const customerIds = customers.map(({ id }) => id)
    await ctx.enqueue(tx, 'privacy.erase-buyer', { orderIds, customerIds, deliveryId })
    const [externalOrderId = null] = request.externalOrderIds
    await markIngested(tx, ctx.companyId, ctx.clock.now(), [
      { id: deliveryId, eventType: 'buyer.erased', externalOrderId, orderId: orderIds[0] ?? null },
    ])
  }
}

async function findOrdersOf(tx: Tx, companyId: string, { channelId, externalOrderIds }: ErasureRequest) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where company_id = ${companyId} and channel_id = ${channelId}
      and external_order_id = any(${sql.param([...externalOrderIds])}::text[]) order by id`)
  return rows.map(({ id }) => id)
}
