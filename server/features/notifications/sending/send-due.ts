import { notificationMethods, type NotificationMethod } from '#contract/notification-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import { combineNewOrders } from './fold-new-orders.ts'
import { listDueCandidates, type Candidate } from './queries/due-messages.ts'
import type { SendOutcome } from './outcome.ts'
import { sendMessage } from './send-message.ts'
import { createServiceMonitor } from './services.ts'

const concurrency = 4
const batch = 40
/**
 * Then other companies have their turn; what is still due is gone on with right after. Less than the 20 seconds that a
 * worker is given to end its jobs: what is cut off in the middle of a call is in doubt.
 */
const longestMilliseconds = 15_000

type Counted = Exclude<SendOutcome, 'silent' | 'doubtful'>
type SendCounts = Record<Counted, number>

/** Sends what is due, several side by side, until nothing is. What goes wrong with one message holds up no other. */
export async function sendDueNotifications(ctx: CompanyContext): Promise<SendCounts> {
  const counts: SendCounts = { sent: 0, failed: 0, skipped: 0, held: 0, waiting: 0, left: 0 }
  const services = createServiceMonitor()
  const endsAt = ctx.clock.now().getTime() + longestMilliseconds
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
    // Somebody else is at work on all of them.
    if (counts.left - left === due.length) return counts
    if (isOver()) return triggerAgain(ctx, counts)
  }
}

function toCounted(outcome: SendOutcome): Counted {
  if (outcome === 'silent') return 'waiting'
  return outcome === 'doubtful' ? 'failed' : outcome
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
