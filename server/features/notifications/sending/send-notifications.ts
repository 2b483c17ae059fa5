import { type NotificationMethod, notificationMethods } from '#contract/notification-values.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { HasDueRows } from '#server/platform/jobs/table-workers.ts'
import { type CombinedOrders, encryptText, parseCombinedOrders } from '../notification-row.ts'
import {
  type Candidate,
  hasDueMessages,
  listDueCandidates,
  lockNewOrderTexts,
  type NewOrderText,
  skipMessages,
  updateMessage,
} from './queries.ts'
import { sendMessage, type SendOutcome } from './send-message.ts'

const concurrency = 4

const batch = 40

/**
 * Limits a run, so that other companies get their turn; the rest is triggered again. Must stay below the 20 seconds
 * that a worker gets for shutting down: a call cut off leaves an unknown outcome.
 */
const maxRunMilliseconds = 15_000

type Counted = Exclude<SendOutcome, 'throttled' | 'unknown'>

type SendCounts = Record<Counted, number>

/**
 * Job `notifications.send`. Sends due messages concurrently until none is left. A failure of one message does not
 * affect the others.
 */
export async function sendDueNotifications(ctx: CompanyContext): Promise<SendCounts> {
  const counts: SendCounts = { sent: 0, failed: 0, skipped: 0, held: 0, waiting: 0, left: 0 }
  const services = createServiceMonitor()
  const endsAt = ctx.clock.now().getTime() + maxRunMilliseconds
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  for (;;) {
    const left = counts.left
    const due = await listDueMessages(ctx, notificationMethods.filter(services.answers))
    if (due.length === 0) return counts
    await mapConcurrent(concurrency, due, async ({ id, method }) => {
      if (isOver() || !services.answers(method)) return
      const outcome = await sendMessage(ctx, id)
      services.record(method, outcome)
      counts[toCounted(outcome)] += 1
    })
    // Other processes are working on all of them.
    if (counts.left - left === due.length) return counts
    if (isOver()) return triggerAgain(ctx, counts)
  }
}

function toCounted(outcome: SendOutcome): Counted {
  if (outcome === 'throttled') return 'waiting'
  return outcome === 'unknown' ? 'failed' : outcome
}

function listDueMessages(ctx: CompanyContext, methods: NotificationMethod[]): Promise<Candidate[]> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await combineNewOrders(tx, ctx)
    return listDueCandidates(tx, { companyId, now, limit: batch, methods })
  })
}

async function triggerAgain(ctx: CompanyContext, counts: SendCounts): Promise<SendCounts> {
  await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'notifications.send'))
  return counts
}

/** Circuit breaker: one recipient's server may be down, but so many failures in a row mean that the service is. */
const maxFailuresInARow = 3

/** Tracks which services are available during a run. */
function createServiceMonitor() {
  const failuresInARow: Record<NotificationMethod, number> = { sms: 0, email: 0 }
  return {
    answers: (method: NotificationMethod): boolean => failuresInARow[method] < maxFailuresInARow,
    record(method: NotificationMethod, outcome: SendOutcome): void {
      if (outcome === 'throttled') failuresInARow[method] = maxFailuresInARow
      else if (outcome === 'waiting' || outcome === 'unknown') failuresInARow[method] += 1
      else if (outcome === 'sent') failuresInARow[method] = 0
    },
  }
}

const maxNamed = 5

/**
 * Combines waiting texts about new orders into one, so that the company gets a single text after an outage. The newest
 * row carries it, so that it does not expire early.
 */
async function combineNewOrders(tx: Tx, ctx: CompanyContext): Promise<void> {
  const waiting = await lockNewOrderTexts(tx, ctx.companyId)
  for (const texts of Map.groupBy(waiting, ({ recipientHash }) => recipientHash).values())
    await combineTexts(tx, ctx, texts)
}

async function combineTexts(tx: Tx, ctx: CompanyContext, texts: readonly NewOrderText[]): Promise<void> {
  const newest = texts.at(-1)
  const others = texts.slice(0, -1)
  if (!newest || others.length === 0) return
  const orders = ordersOf(texts)
  const message = encryptText(ctx, newest.id, 'message', combinedText(orders))
  const changes = { message, templateData: orders, dueAt: earliest(texts), tries: maxTries(texts) }
  await updateMessage(tx, ctx.companyId, newest.id, changes)
  const why = `Combined into one text with ${newest.orderNumber ?? 'another order'}, because several orders arrived at once.`
  await skipMessages(
    tx,
    ctx.companyId,
    others.map(({ id }) => id),
    why,
  )
}

const earliest = (texts: readonly NewOrderText[]): Date =>
  texts.map(({ dueAt }) => new Date(dueAt)).reduce((one, other) => (other < one ? other : one))

const maxTries = (texts: readonly NewOrderText[]): number => texts.reduce((most, { tries }) => Math.max(most, tries), 0)

function ordersOf(texts: readonly NewOrderText[]): CombinedOrders {
  const combined = texts.map(({ templateData }) => parseCombinedOrders(templateData))
  return {
    named: combined.flatMap(({ named }) => named).slice(0, maxNamed),
    count: combined.reduce((sum, { count }) => sum + count, 0),
  }
}

function combinedText({ named, count }: CombinedOrders): string {
  const names = named.map(({ orderNumber, channelName, total }) => `${orderNumber} (${channelName}, ${total})`)
  const rest = count - named.length
  return `${count} new orders: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

export const hasDueNotifications: HasDueRows = hasDueMessages
