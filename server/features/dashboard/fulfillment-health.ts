import type { FulfillmentHealth } from '#contract/dashboard.ts'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import type { SyncRunStatus } from '#contract/marketplace-values.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import { noApplicationMessage } from '#server/features/marketplace/amazon-access.ts'

/** `answeredAt` is when Amazon last answered for the account or attempt. */
export type AccountFacts = {
  name: string
  isActive: boolean
  isRefused: boolean
  answeredAt: Date | null
  syncStatus: SyncRunStatus | null
  /** Why the sync failed, or what a running sync waits for. */
  syncError: string | null
}

/** `queuedSince`: not yet submitted; `unansweredSince`: submitted, or failed to be. */
export type WaitingFacts = {
  count: number
  queuedSince: Date | null
  unansweredSince: Date | null
  problem: string | null
}

export type AttemptFacts = {
  status: FulfillmentStatus
  errorCode: string | null
  error: string | null
  wasAccepted: boolean
  createdAt: Date
  answeredAt: Date | null
}

export type HealthFacts = {
  hasApplication: boolean
  accounts: readonly AccountFacts[]
  waiting: WaitingFacts
  /** Newest first. */
  attempts: readonly AttemptFacts[]
}

type HealthCheck = Pick<FulfillmentHealth, 'state'> & { detail: Message }

/** The same time after which an order counts as stuck. */
const unansweredMinutes = 15
const queuedMinutes = 5
const refusalsInARow = 3
const recentHours = 24
/** Rejections that concern a single order, not the connection to Amazon. */
const ofOneOrder: ReadonlySet<string | null> = new Set([null, 'bad_address', 'unfulfillable', 'not_enough_stock'])

/** Pure: the state of shipping through Amazon; the first check that finds a problem wins. */
export function checkHealth(facts: HealthFacts, now: Date): HealthCheck {
  return (
    checkConnection(facts) ??
    checkAnswers(facts, now) ??
    checkSyncs(facts) ??
    checkWaiting(facts, now) ?? { state: 'healthy', detail: say('Amazon is responding. No orders are waiting.') }
  )
}

export function lastAnswerOf({ accounts, attempts }: HealthFacts): Date | null {
  const answers = [...accounts, ...attempts].flatMap(({ answeredAt }) => answeredAt ?? [])
  return answers.length === 0 ? null : new Date(Math.max(...answers.map((moment) => moment.getTime())))
}

function checkConnection({ hasApplication, accounts }: HealthFacts): HealthCheck | null {
  if (!hasApplication) return { state: 'not_connected', detail: noApplicationMessage }
  const refused = accounts.find(({ isRefused }) => isRefused)
  if (refused) {
    const detail = say('Amazon is refusing access to “{account}”. Authorize it again in Marketplace Connect.', {
      account: refused.name,
    })
    return { state: 'troubled', detail }
  }
  if (accounts.some(({ isActive }) => isActive)) return null
  return {
    state: 'not_connected',
    detail: say('No Amazon account is connected. Connect one in Marketplace Connect to ship orders.'),
  }
}

function checkAnswers({ waiting, attempts }: HealthFacts, now: Date): HealthCheck | null {
  const { count, unansweredSince, problem } = waiting
  const minutes = minutesSince(unansweredSince, now)
  if (minutes >= unansweredMinutes) {
    const detail = say('Amazon has not responded {since}. {waiting}. Lockstep keeps trying.', {
      since: since(minutes),
      waiting: ordersWait(count),
    })
    return { state: 'troubled', detail: withReason(detail, problem) }
  }
  const refusals = leadingRefusals(attempts, now)
  if (refusals.length < refusalsInARow) return null
  const detail = say('Amazon has refused the last {count} orders. Resolve them in Orders under Needs attention.', {
    count: refusals.length,
  })
  return { state: 'troubled', detail: withReason(detail, refusals[0]?.error ?? null) }
}

/** The newest consecutive rejections. Unanswered attempts and those cancelled by people are ignored. */
function leadingRefusals(attempts: readonly AttemptFacts[], now: Date): AttemptFacts[] {
  const answered = attempts.filter(
    ({ status, wasAccepted, createdAt }) =>
      (wasAccepted || status === 'unfulfillable') && now.getTime() - createdAt.getTime() <= recentHours * 3_600_000,
  )
  const well = answered.findIndex(({ wasAccepted, errorCode }) => wasAccepted || ofOneOrder.has(errorCode))
  return well === -1 ? answered : answered.slice(0, well)
}

function checkSyncs({ accounts }: HealthFacts): HealthCheck | null {
  const failed = accounts.find(({ isActive, syncStatus }) => isActive && syncStatus === 'failed')
  if (!failed) return null
  const detail = say('The last stock sync for “{account}” failed. Click Sync Now to try again.', {
    account: failed.name,
  })
  return { state: 'troubled', detail: withReason(detail, failed.syncError) }
}

function checkWaiting({ waiting, accounts }: HealthFacts, now: Date): HealthCheck | null {
  const { count, unansweredSince, queuedSince, problem } = waiting
  if (unansweredSince !== null && problem !== null) {
    const detail = say('Amazon is limiting requests. {waiting}.', { waiting: ordersWait(count) })
    return { state: 'slow', detail: withReason(detail, problem) }
  }
  const minutes = minutesSince(queuedSince, now)
  if (minutes >= queuedMinutes) {
    return {
      state: 'slow',
      detail: say('{waiting} to be sent to Amazon, the oldest {since}. They are sent automatically.', {
        waiting: ordersWait(count),
        since: since(minutes),
      }),
    }
  }
  const waits = accounts.find(({ syncStatus, syncError }) => syncStatus === 'running' && syncError !== null)
  if (waits) {
    const detail = say('The stock sync for “{account}” is waiting: {reason}', {
      account: waits.name,
      reason: asMessage(waits.syncError ?? ''),
    })
    return { state: 'slow', detail }
  }
  if (count === 0) return null
  return {
    state: 'healthy',
    detail: say('Amazon is responding. {waiting} to be sent.', { waiting: ordersWait(count) }),
  }
}

const minutesSince = (moment: Date | null, now: Date): number =>
  moment === null ? 0 : Math.floor((now.getTime() - moment.getTime()) / 60_000)

const ordersWait = (count: number): Message =>
  say('{count, plural, one {# order is} other {# orders are}} waiting', { count })

function since(minutes: number): Message {
  if (minutes < 120) return say('for {minutes} minutes', { minutes })
  if (minutes < 48 * 60) return say('for {hours} hours', { hours: Math.floor(minutes / 60) })
  return say('for {days} days', { days: Math.floor(minutes / 1440) })
}

const withReason = (sentence: Message, reason: string | null): Message =>
  reason === null ? sentence : joinMessages([sentence, say('Reason: {reason}', { reason: asMessage(reason) })], ' ')
