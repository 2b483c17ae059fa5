import { z } from 'zod'
import { line, optionalText, Id, Moment } from './fields.ts'
import { currencyCode, lineQuantity, linesOf, lineUnitPrice, mostCodes } from './intake.ts'
import { Money, Sum } from './money.ts'
import { promotionOutcomes } from './promotion-state.ts'

const promotionCodes = z.array(line('Code', 100)).max(mostCodes, `At most ${mostCodes} codes`)

const amounts = { subtotal: Sum, discount: Sum, total: Sum }

const PricedPromotion = z.object({
  promotionId: Id,
  code: z.string().nullable(),
  title: z.string(),
  outcome: z.enum(promotionOutcomes),
  discount: Sum,
  reason: z.string(),
})

/** A trial cart of an operator. */
export const TrialCart = z.strictObject({
  items: linesOf(z.strictObject({ quantity: lineQuantity, unitPrice: lineUnitPrice })),
  promotionCodes: promotionCodes.default([]),
  channelId: Id.nullable().default(null),
  /** The current time when omitted. */
  at: Moment.optional(),
})

/** Contains the outcome of every promotion. */
export const TrialReply = z.object({
  currency: z.string(),
  ...amounts,
  lines: z.array(z.object(amounts)),
  promotions: z.array(PricedPromotion),
  unknownCodes: z.array(z.string()),
})
export type TrialReply = z.output<typeof TrialReply>

/** The longest reservation of limited promotions by a quote, in minutes. */
const longestReservation = 60

export const QuoteBody = z
  .strictObject({
    /** The seller's currency when omitted. */
    currency: currencyCode.optional(),
    items: linesOf(z.strictObject({ sku: line('sku', 100), quantity: lineQuantity, unitPrice: lineUnitPrice })),
    promotionCodes: promotionCodes.nullish(),
    /** The website's id of the cart; the order repeats it. */
    cartReference: optionalText('cartReference', 100).optional(),
    /** Reserves the applied limited promotions for this many minutes; each quote of the cart renews it. */
    reserveMinutes: z
      .int('must be whole minutes')
      .min(1, 'must be at least 1')
      .max(longestReservation, `must be at most ${longestReservation}`)
      .nullish(),
  })
  .refine(({ cartReference, reserveMinutes }) => !reserveMinutes || cartReference, {
    path: ['cartReference'],
    error: 'is needed to reserve anything',
  })

/** Promotions that need a code are listed only if the cart has their code. */
export const QuoteReply = z.object({
  currency: z.string(),
  ...amounts,
  items: z.array(z.object({ sku: z.string(), quantity: z.int(), unitPrice: Money, ...amounts })),
  promotions: z.array(PricedPromotion.omit({ promotionId: true })),
  unknownCodes: z.array(z.string()),
  /** When the reservation ends; null without one. */
  reservedUntil: Moment.nullable(),
})
export type QuoteReply = z.output<typeof QuoteReply>
