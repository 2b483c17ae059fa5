import type { FulfillmentHealth } from '#contract/dashboard.ts'
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

type HealthCheck = Pick<FulfillmentHealth, 'state' | 'detail'>

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
    checkWaiting(facts, now) ?? { state: 'healthy', detail: 'Amazon is responding. No orders are waiting.' }
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
    const detail = `Amazon is refusing access to “${refused.name}”. Authorize it again in Marketplace Connect.`
    return { state: 'troubled', detail }
  }
  if (accounts.some(({ isActive }) => isActive)) return null
  return {
    state: 'not_connected',
    detail: 'No Amazon account is connected. Connect one in Marketplace Connect to ship orders.',
  }
}

function checkAnswers({ waiting, attempts }: HealthFacts, now: Date): HealthCheck | null {
  const { count, unansweredSince, problem } = waiting
  const minutes = minutesSince(unansweredSince, now)
  if (minutes >= unansweredMinutes) {
    const detail = `Amazon has not responded for ${durationText(minutes)}. ${ordersWait(count)}. Lockstep keeps trying.`
    return { state: 'troubled', detail: withReason(detail, problem) }
  }
  const refusals = leadingRefusals(attempts, now)
  if (refusals.length < refusalsInARow) return null
  const detail = `Amazon has refused the last ${refusals.length} orders. Resolve them in Orders under Needs attention.`
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
  const detail = `The last stock sync for “${failed.name}” failed. Click Sync Now to try again.`
  return { state: 'troubled', detail: withReason(detail, failed.syncError) }
}

function checkWaiting({ waiting, accounts }: HealthFacts, now: Date): HealthCheck | null {
  const { count, unansweredSince, queuedSince, problem } = waiting
  if (unansweredSince !== null && problem !== null) {
    return { state: 'slow', detail: withReason(`Amazon is limiting requests. ${ordersWait(count)}.`, problem) }
  }
  const minutes = minutesSince(queuedSince, now)
  if (minutes >= queuedMinutes) {
    return {
      state: 'slow',
      detail: `${ordersWait(count)} to be sent to Amazon, the oldest for ${durationText(minutes)}. They are sent automatically.`,
    }
  }
  const waits = accounts.find(({ syncStatus, syncError }) => syncStatus === 'running' && syncError !== null)
  if (waits) return { state: 'slow', detail: `The stock sync for “${waits.name}” is waiting: ${waits.syncError}` }
  return count === 0 ? null : { state: 'healthy', detail: `Amazon is responding. ${ordersWait(count)} to be sent.` }
}

const minutesSince = (moment: Date | null, now: Date): number =>
  moment === null ? 0 : Math.floor((now.getTime() - moment.getTime()) / 60_000)

const ordersWait = (count: number) => (count === 1 ? '1 order is waiting' : `${count} orders are waiting`)

function durationText(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1440)} days`
}

const withReason = (sentence: string, reason: string | null) =>
  reason === null ? sentence : `${sentence} Reason: ${reason}`
