import { type Message, say } from '#contract/i18n.ts'
import type { ChannelRecord } from './channel-queries.ts'

/* When a channel counts as silent, and when its credentials are about to end. */

/** A connected shop is polled every minute, so a dozen polls in a row have failed by then. */
export const silentAfterMinutes = 15

/** Whether neither a delivery nor a poll has shown for too long that the shop is there. */
export const isSilent = ({ lastHeardAt, createdAt }: Pick<ChannelRecord, 'lastHeardAt' | 'createdAt'>, now: Date) =>
  now.getTime() - (lastHeardAt ?? createdAt).getTime() > silentAfterMinutes * 60_000

/** Warnings come so many days before credentials end. */
export const warnDays = { first: 30, second: 7, last: 1 } as const

/** Begun days until then; 0 on the last one, negative afterwards. */
export const daysLeft = (expireAt: Date, now: Date): number =>
  Math.floor((expireAt.getTime() - now.getTime()) / 86_400_000)

/** A sentence about credentials that end within 30 days; null for others. */
export function credentialsWarning(expireAt: Date | null, now: Date): Message | null {
  const days = expireAt && daysLeft(expireAt, now)
  if (days === null || days > warnDays.first) return null
  if (expireAt && expireAt <= now) return say('The credentials have expired. Reconnect the shop.')
  if (days < 1) return say('The credentials expire within a day. Reconnect the shop today.')
  return say('The credentials expire in {days, plural, one {# day} other {# days}}. Reconnect the shop before then.', {
    days,
  })
}
