import { notificationMethods, type NotificationMethod } from '#contract/notification-words.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { inLanes } from '#server/platform/in-lanes.ts'
import { foldNewOrders } from './fold-new-orders.ts'
import { listDue, type Candidate } from './queries/due-messages.ts'
import type { Outcome } from './outcome.ts'
import { sendMessage } from './send-message.ts'
import { createServices } from './services.ts'

const lanes = 4
const batch = 40
/**
 * Then other companies have their turn; what is still due is gone on with right after. Less than the 20 seconds that a
 * worker is given to end its jobs: what is cut off in the middle of a call is in doubt.
 */
const longestMilliseconds = 15_000

type Counted = Exclude<Outcome, 'silent' | 'doubtful'>
type Tally = Record<Counted, number>

/** Sends what is due, several side by side, until nothing is. What goes wrong with one message holds up no other. */
export async function sendDue(ctx: CompanyContext): Promise<Tally> {
  const tally: Tally = { sent: 0, failed: 0, skipped: 0, held: 0, waiting: 0, left: 0 }
  const services = createServices()
  const endsAt = ctx.clock.now().getTime() + longestMilliseconds
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  for (;;) {
    const left = tally.left
    const due = await list(ctx, notificationMethods.filter(services.answers))
    if (due.length === 0) return tally
    await inLanes(lanes, due, async ({ id, method }) => {
      if (isOver() || !services.answers(method)) return
      const outcome = await sendMessage(ctx, id)
      services.note(method, outcome)
      tally[countedAs(outcome)] += 1
    })
    // Somebody else is at work on all of them.
    if (tally.left - left === due.length) return tally
    if (isOver()) return wakeAgain(ctx, tally)
  }
}

function countedAs(outcome: Outcome): Counted {
  if (outcome === 'silent') return 'waiting'
  return outcome === 'doubtful' ? 'failed' : outcome
}

function list(ctx: CompanyContext, methods: NotificationMethod[]): Promise<Candidate[]> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await foldNewOrders(tx, ctx)
    return listDue(tx, { companyId, now, limit: batch, methods })
  })
}

async function wakeAgain(ctx: CompanyContext, tally: Tally): Promise<Tally> {
  await ctx.transaction(async (tx) => ctx.wake(tx, 'notifications.send'))
  return tally
}
