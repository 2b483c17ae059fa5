import { z } from 'zod'
import { PromotionChange, promotionProblems, type PromotionRow } from '#contract/promotions.ts'
import { figure } from '#web/lib/figures.ts'
import { momentAt, zonedText } from './zoned-text.ts'

const { title, code, description, type, value, minSubtotal, maxRedemptions, channelIds, isStackable, isActive } =
  PromotionChange.shape

/** `opened` is the promotion that is being edited. */
type Around = { timeZone: string; opened: PromotionRow | null }

/** What the form holds. A box left empty is no code, no minimum, no limit, no date. */
export const promotionFields = ({ timeZone, opened }: Around) =>
  z
    .object({
      title: title.unwrap(),
      code: code.unwrap(),
      description: description.unwrap(),
      type: type.unwrap(),
      value: value.unwrap(),
      minSubtotal: minSubtotal.unwrap(),
      maxRedemptions: usesBox(opened?.redemptionCount ?? 0),
      channelIds: channelIds.unwrap(),
      isStackable: isStackable.unwrap(),
      isActive: isActive.unwrap(),
      startsAt: momentBox(timeZone, opened?.startsAt ?? null),
      endsAt: momentBox(timeZone, opened?.endsAt ?? null),
    })
    .superRefine((promotion, refinement) => {
      for (const { field, message } of promotionProblems(promotion))
        refinement.addIssue({ code: 'custom', path: [field], message })
    })
export type PromotionValues = z.input<ReturnType<typeof promotionFields>>
export type PromotionOutput = z.output<ReturnType<typeof promotionFields>>

const usesBox = (used: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, 'Maximum uses must be a whole number')
    .transform((typed) => (typed ? Number(typed) : null))
    .pipe(maxRedemptions.unwrap())
    .refine(
      (most) => most === null || most >= used,
      `Maximum uses can’t be under ${figure(used)}, which are used already`,
    )

/** What stays as it was keeps its seconds, which the box does not show. */
const momentBox = (timeZone: string, opened: string | null) =>
  z
    .string()
    .regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d)?$/, 'Enter both a date and a time')
    .transform((typed) => {
      if (!typed) return null
      return opened && zonedText(opened, timeZone) === typed ? opened : momentAt(typed, timeZone)
    })

export const emptyPromotion: PromotionValues = {
  title: '',
  code: '',
  description: '',
  type: 'percent',
  value: '0',
  minSubtotal: '',
  maxRedemptions: '',
  channelIds: [],
  isStackable: false,
  isActive: true,
  startsAt: '',
  endsAt: '',
}

export function valuesOf(promotion: PromotionRow, timeZone: string): PromotionValues {
  const { title, code, description, type, value, minSubtotal, maxRedemptions, startsAt, endsAt } = promotion
  return {
    title,
    code: code ?? '',
    description: description ?? '',
    type,
    value: type === 'percent' ? String(Number(value)) : value,
    minSubtotal: minSubtotal ?? '',
    maxRedemptions: maxRedemptions === null ? '' : String(maxRedemptions),
    channelIds: promotion.channelIds,
    isStackable: promotion.isStackable,
    isActive: promotion.isActive,
    startsAt: startsAt ? zonedText(startsAt, timeZone) : '',
    endsAt: endsAt ? zonedText(endsAt, timeZone) : '',
  }
}

/** Where a copy begins: a draft that does nothing until it is looked through. */
export const copyOf = (promotion: PromotionRow, timeZone: string): PromotionValues => ({
  ...valuesOf(promotion, timeZone),
  code: '',
  isActive: false,
})
