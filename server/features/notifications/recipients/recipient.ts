import type { NotificationMethod } from '#contract/notification-values.ts'
import { toPhoneNumber } from './phone-of.ts'

/** Where a message goes, as the services know it; with an obstacle it is what somebody typed, and reaches nobody. */
export type Recipient = { text: string; obstacle: string | null }

/** `country` is where the recipient lives, as two letters; null when nobody knows. */
export function toRecipient(method: NotificationMethod, typed: string, country: string | null): Recipient {
  if (method === 'email') return { text: typed.trim().toLowerCase(), obstacle: null }
  const number = toPhoneNumber(typed, country)
  return number === null
    ? { text: typed, obstacle: 'The phone number has no country code, or is none that a text can be sent to.' }
    : { text: number, obstacle: null }
}
