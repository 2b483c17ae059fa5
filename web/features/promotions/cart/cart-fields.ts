import { t } from '#contract/i18n.ts'
import { z } from 'zod'
import { TrialCart } from '#contract/carts.ts'
import { lineQuantity } from '#contract/intake.ts'
import { price } from '#contract/money.ts'
import { parseZonedText } from '../zoned-date-time.ts'

/** Value of the option "No channel": a select cannot have an empty value. */
export const noChannel = 'none'
export const maxLines = 20

const quantity = z
  .string()
  .trim()
  .transform((typed) => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN))
  .refine((count) => lineQuantity.safeParse(count).success, t('Quantity must be a whole number from 1 to 100,000'))

/** Schema of the form. */
export const cartFields = (timeZone: string) =>
  z.object({
    items: z.array(z.object({ unitPrice: price(t('Price')), quantity })).min(1),
    codes: z
      .string()
      .transform(splitCodes)
      .superRefine((codes, refinement) => {
        const [objection] = TrialCart.shape.promotionCodes.safeParse(codes).error?.issues ?? []
        if (objection) refinement.addIssue({ code: 'custom', message: objection.message })
      }),
    channelId: z.string().transform((chosen) => (chosen === noChannel ? null : chosen)),
    at: z
      .string()
      .regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d)?$/, t('Enter both a date and a time'))
      .transform((typed) => (typed ? parseZonedText(typed, timeZone) : undefined)),
  })
export type CartValues = z.input<ReturnType<typeof cartFields>>
export type CartOutput = z.output<ReturnType<typeof cartFields>>

export const emptyLine = { unitPrice: '', quantity: '1' }
export const emptyCart: CartValues = { items: [emptyLine], codes: '', channelId: noChannel, at: '' }

const splitCodes = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean)

export const toCart = ({ items, codes, channelId, at }: CartOutput) => ({
  items,
  promotionCodes: codes,
  channelId,
  ...(at && { at }),
})

/** `number` distinguishes two attempts with the same cart. */
export type CartAttempt = { number: number; cart: ReturnType<typeof toCart> }
