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

/** A cart that an operator makes up. */
export const TrialCart = z.strictObject({
  items: linesOf(z.strictObject({ quantity: lineQuantity, unitPrice: lineUnitPrice })),
  promotionCodes: promotionCodes.default([]),
  channelId: Id.nullable().default(null),
  /** Now, when it is left out. */
  at: Moment.optional(),
})

/** Says of every promotion what became of it. */
export const TrialReply = z.object({
  currency: z.string(),
  ...amounts,
  lines: z.array(z.object(amounts)),
  promotions: z.array(PricedPromotion),
  unknownCodes: z.array(z.string()),
})
export type TrialReply = z.output<typeof TrialReply>

/** How long a quote may keep the uses of limited promotions for its cart. */
const longestReservation = 60

export const QuoteBody = z
  .strictObject({
    /** The seller's own, when it is left out. */
    currency: currencyCode.optional(),
    items: linesOf(z.strictObject({ sku: line('sku', 100), quantity: lineQuantity, unitPrice: lineUnitPrice })),
    promotionCodes: promotionCodes.nullish(),
    /** The website's name for the cart, which the order brings along. */
    cartReference: optionalText('cartReference', 100).optional(),
    /** For so many minutes nobody else gets the last uses of what was applied; each quote of the cart says it anew. */
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

/** Of promotions that need a code it tells only those whose code came with the cart. */
export const QuoteReply = z.object({
  currency: z.string(),
  ...amounts,
  items: z.array(z.object({ sku: z.string(), quantity: z.int(), unitPrice: Money, ...amounts })),
  promotions: z.array(PricedPromotion.omit({ promotionId: true })),
  unknownCodes: z.array(z.string()),
  /** Until when the uses of what was applied are kept for this cart; null when nothing is. */
  reservedUntil: Moment.nullable(),
})
export type QuoteReply = z.output<typeof QuoteReply>
