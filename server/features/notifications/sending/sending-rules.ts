import { formatMessage, say } from '#contract/i18n.ts'
import type { NotificationType } from '#contract/notification-values.ts'
import { type OrderStatus, orderStatusText } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { backoffDelay, type Backoff } from '#server/ports/backoff.ts'
import { sentBeforeRestore } from '../notification-row.ts'
import { optedOutMessage } from '../opt-outs/opt-outs.ts'
import { quietUntil } from '../quiet-hours/quiet-hours.ts'
import { timeZonesOf } from '../quiet-hours/time-zones.ts'
import { unconfirmedPhoneMessage } from '../senders/confirm-phone.ts'
import type { DueMessage } from './queries.ts'

type DecisionContext = Pick<CompanyContext, 'clock' | 'gate'>

export type SendingDecision = { kind: 'send' } | { kind: 'skip'; why: string } | { kind: 'hold'; until: Date }

/**
 * Whether a due message is sent, skipped or held. Resent and test messages are not skipped because of later order
 * events.
 */
export function decideSending(ctx: DecisionContext, message: DueMessage): SendingDecision {
  const now = ctx.clock.now()
  const why = sentBeforeRestore(ctx, new Date(message.createdAt)) ?? sendingObstacle(message, now)
  if (why !== null) return { kind: 'skip', why }
  const until = message.audience === 'customer' && message.method === 'sms' ? heldUntil(message, now) : null
  return until ? { kind: 'hold', until } : { kind: 'send' }
}

function sendingObstacle(message: DueMessage, now: Date): string | null {
  if (message.isErased) return formatMessage(say('The customer’s data has been erased.'))
  if (isTooOld(waitingSince(message), now)) return formatMessage(say('Too late: it could not be sent for three days.'))
  if (message.method === 'sms' && message.isOptedOut) return formatMessage(optedOutMessage.sms)
  if (message.method === 'sms' && message.audience === 'owner' && !message.isConfirmedPhone)
    return formatMessage(unconfirmedPhoneMessage)
  if (message.isTest) return null
  if (!isSwitchedOn(message)) return formatMessage(say('These messages were switched off in Settings > Notifications.'))
  if (message.audience === 'owner') return null
  if (message.isObserving) return notSentInObserveMode
  if (message.isOptedOut) return formatMessage(optedOutMessage[message.method])
  return message.isResend ? null : overtakenReason(message)
}

export const notSentInObserveMode = formatMessage(say('Observe mode: customers are not messaged.'))

type WaitingMessage = Pick<DueMessage, 'tries' | 'heldUntil' | 'createdAt'>

/**
 * Start of the three-day limit. Time in quiet hours does not count, unless a try had failed before: otherwise each
 * night would extend the limit.
 */
export const waitingSince = ({ tries, heldUntil, createdAt }: WaitingMessage): Date =>
  new Date(tries === 0 ? (heldUntil ?? createdAt) : createdAt)

type Switches = Pick<
  DueMessage,
  'audience' | 'type' | 'method' | 'ownerSms' | 'lowStockAlerts' | 'failedJobAlerts' | 'customerSms' | 'customerEmail'
>

export function isSwitchedOn(message: Switches): boolean {
  if (message.audience === 'customer') return message.method === 'sms' ? message.customerSms : message.customerEmail
  if (message.type === 'stock_alert') return message.lowStockAlerts
  return message.type === 'job_failed' ? message.failedJobAlerts : message.ownerSms
}

/** Order statuses in which a message is no longer true. */
const overtaking: Partial<Record<NotificationType, readonly OrderStatus[]>> = {
  order_placed: ['shipped', 'delivered', 'cancelled'],
  order_shipped: ['delivered'],
  order_cancelled: ['placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered'],
}

function overtakenReason({ type, orderStatus }: DueMessage): string | null {
  if (orderStatus === null || !overtaking[type]?.includes(orderStatus)) return null
  return `Outdated: the order is now ${orderStatusText[orderStatus]}.`
}

type QuietRecipient = Pick<
  DueMessage,
  'country' | 'state' | 'postalCode' | 'timeZone' | 'quietHoursStart' | 'quietHoursEnd'
>

/** When quiet hours end for the recipient; null outside quiet hours. */
export function heldUntil(message: QuietRecipient, now: Date): Date | null {
  const zones = timeZonesOf(message)
  const hours = { start: message.quietHoursStart, end: message.quietHoursEnd }
  return quietUntil(zones.length > 0 ? zones : [message.timeZone], hours, now)
}

/** Seconds. */
const afterUnavailable: Backoff = { first: 10, factor: 3, longest: 2 * 3600 }

/** Retries end after three days. */
const retryLimitMilliseconds = 3 * 24 * 3600 * 1000

export const isTooOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= retryLimitMilliseconds

type RetryInput = { tries: number; since: Date; now: Date; retryAfterSeconds: number | undefined; chance: number }

/**
 * When to retry after the service was unavailable; null if the message would be too old by then. Exponential back-off
 * with jitter: `chance` is a random number from 0 to 1.
 */
export function nextTry({ tries: failures, since, now, retryAfterSeconds = 0, chance }: RetryInput): Date | null {
  const usual = backoffDelay(afterUnavailable, { failures, chance })
  const requested = backoffDelay(afterUnavailable, { failures, chance, retryAfter: retryAfterSeconds })
  const next = new Date(now.getTime() + Math.max(usual, retryAfterSeconds > 0 ? requested : 0) * 1000)
  return isTooOld(since, next) ? null : next
}
