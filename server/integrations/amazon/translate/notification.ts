import { z } from 'zod'
import { maybe, moment } from '../operations/answer.ts'
import { parsePayload, type NotificationEvent } from './notification-payload.ts'

const Envelope = z.object({
  notificationType: z.string(),
  payloadVersion: maybe(z.string()),
  eventTime: maybe(moment),
  payload: z.record(z.string(), z.unknown()),
  notificationMetadata: maybe(z.object({ notificationId: z.string(), subscriptionId: maybe(z.string()) })),
})

export type Notification = {
  /** The same twice is the same notification; null where Amazon gives none. */
  id: string | null
  /** Amazon's word for what it is about. */
  type: string
  at: Date | null
  event: NotificationEvent
}

/** Null when it is no notification of Amazon's at all. */
export function parseNotification(message: unknown): Notification | null {
  const envelope = Envelope.safeParse(toCamelCaseKeys(message))
  if (!envelope.success) return null
  const { notificationType, notificationMetadata, eventTime, payload } = envelope.data
  return {
    id: notificationMetadata?.notificationId ?? null,
    type: notificationType,
    at: eventTime,
    event: parsePayload(notificationType, payload),
  }
}

/** Older notifications begin every name with a capital, and write some in capitals only: `FNSKU`, `SellerSKU`. */
function toCamelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCaseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), toCamelCaseKeys(inner)]))
}

const camelCase = (name: string) =>
  /^[A-Z]+$/.test(name)
    ? name.toLowerCase()
    : name.replace(/SKU$/, 'Sku').replace(/^[A-Z]/, (first) => first.toLowerCase())
