import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { formatMessage, type Message } from '#contract/i18n.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'

/**
 * What to do with a shop's order: send it, stop sending it, record that the shop shipped it, or ignore it with a
 * reason.
 */
export type OrderInstruction =
  | { kind: 'send' }
  | { kind: 'stop' }
  | { kind: 'shipped' }
  | { kind: 'leave'; why: string }

export const send: OrderInstruction = { kind: 'send' }

export const stop: OrderInstruction = { kind: 'stop' }

export const shipped: OrderInstruction = { kind: 'shipped' }

export const ignore = (why: Message): OrderInstruction => ({ kind: 'leave', why: formatMessage(why) })

/**
 * What a signed body says of itself, without any header: whether it is an order, and when that last changed. The topic
 * of a body that is no order decides how it is read, so it is part of its identity.
 */
export type BodyIdentity = { kind: 'order' | 'order by topic' | 'deletion by topic' | 'other'; changedAt: Date | null }

/** Of two states within one second, that of the creation is the older one. Platforms write seconds. */
export const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1)

/**
 * Fastest first: "Standard Overnight" is overnight. "Priority" alone is the fastest, "Priority Mail" takes two or three
 * days.
 */
const speedPatterns: readonly [ShippingSpeed, RegExp][] = [
  ['priority', /\b(overnight|(next|same|one|1)[\s-]?day)\b|^priority( shipping| delivery)?$/i],
  ['expedited', /\b(express|expedited|priority|rush|(two|second|2nd|2)[\s-]?day)\b/i],
  ['standard', /\b(standard|ground|economy|regular)\b/i],
]

/**
 * Guesses the speed from the name of the shipping method. Null when the name says nothing; then the channel's default
 * counts.
 */
export function speedOf(names: readonly (string | null | undefined)[]): ShippingSpeed | null {
  const given = names.filter((name) => typeof name === 'string').map((name) => name.replaceAll('_', ' ').trim())
  return speedPatterns.find(([, pattern]) => given.some((name) => pattern.test(name)))?.[0] ?? null
}

export const joinText = (separator: string, ...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

const Email = z.email().max(254)

/** The first valid e-mail address. An invalid one must not stop a paid order. */
export function firstEmail(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.map((text) => plain(text, 255)).find((text) => Email.safeParse(text).success) ?? null
}
