import { t } from '#contract/i18n.ts'
import { z } from 'zod'
import { withDecimalMark } from '#contract/parse-number.ts'
import { PromotionChange, promotionProblems, type PromotionRow } from '#contract/promotions.ts'
import { parseZonedText, toZonedText } from './zoned-date-time.ts'

const { title, code, description, type, value, minSubtotal, maxRedemptions, channelIds, isStackable, isActive } =
  PromotionChange.shape

/** `original` is the edited promotion as it was opened; null for a new one. */
type FieldsContext = { timeZone: string; original: PromotionRow | null }

/** Schema of the form. An empty field means no code, no minimum, no limit or no date. */
export const promotionFields = ({ timeZone, original }: FieldsContext) =>
  z
    .object({
      title: title.unwrap(),
      code: code.unwrap(),
      description: description.unwrap(),
      type: type.unwrap(),
      value: value.unwrap(),
      minSubtotal: minSubtotal.unwrap(),
      maxRedemptions: maxUsesField(original?.redemptionCount ?? 0),
      channelIds: channelIds.unwrap(),
      isStackable: isStackable.unwrap(),
      isActive: isActive.unwrap(),
      startsAt: dateTimeField(timeZone, original?.startsAt ?? null),
      endsAt: dateTimeField(timeZone, original?.endsAt ?? null),
    })
    .superRefine((promotion, refinement) => {
      for (const { field, message } of promotionProblems(promotion))
        refinement.addIssue({ code: 'custom', path: [field], message })
    })
export type PromotionValues = z.input<ReturnType<typeof promotionFields>>
export type PromotionOutput = z.output<ReturnType<typeof promotionFields>>

const maxUsesField = (used: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, t('Maximum uses must be a whole number'))
    .transform((typed) => (typed ? Number(typed) : null))
    .pipe(maxRedemptions.unwrap())
    .refine(
      (most) => most === null || most >= used,
      t('Maximum uses can’t be below {used}, the number of uses so far', { used }),
    )

/** An unchanged value keeps its seconds, which the input does not show. */
const dateTimeField = (timeZone: string, original: string | null) =>
  z
    .string()
    .regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d)?$/, t('Enter both a date and a time'))
    .transform((typed) => {
      if (!typed) return null
      return original && toZonedText(original, timeZone) === typed ? original : parseZonedText(typed, timeZone)
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

export function toPromotionValues(promotion: PromotionRow, timeZone: string): PromotionValues {
  const { title, code, description, type, value, minSubtotal, maxRedemptions, startsAt, endsAt } = promotion
  return {
    title,
    code: code ?? '',
    description: description ?? '',
    type,
    value: type === 'percent' ? String(Number(value)) : value,
    minSubtotal: withDecimalMark(minSubtotal ?? ''),
    maxRedemptions: maxRedemptions === null ? '' : String(maxRedemptions),
    channelIds: promotion.channelIds,
    isStackable: promotion.isStackable,
    isActive: promotion.isActive,
    startsAt: startsAt ? toZonedText(startsAt, timeZone) : '',
    endsAt: endsAt ? toZonedText(endsAt, timeZone) : '',
  }
}

/** Initial values of a copy: inactive and without a code until somebody has checked it. */
export const toCopyValues = (promotion: PromotionRow, timeZone: string): PromotionValues => ({
  ...toPromotionValues(promotion, timeZone),
  code: '',
  isActive: false,
})
