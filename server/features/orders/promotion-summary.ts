import { z } from 'zod'
import type { OrderData } from '#contract/intake.ts'

/** What an order keeps of the promotions that its channel told of. */
const PromotionSummary = z.object({ codes: z.array(z.string()), areInPrices: z.boolean().default(false) })

export const toPromotionSummary = ({ promotionCodes, arePromotionsInPrices }: OrderData) =>
  promotionCodes?.length
    ? { codes: promotionCodes, ...(arePromotionsInPrices && { areInPrices: arePromotionsInPrices }) }
    : null

export const parsePromotionSummary = (summary: unknown): z.output<typeof PromotionSummary> =>
  PromotionSummary.nullable().parse(summary) ?? { codes: [], areInPrices: false }
