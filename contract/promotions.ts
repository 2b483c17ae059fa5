import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, optionalText, searchText } from './fields.ts'
import { TrialCart, TrialReply } from './carts.ts'
import { t } from './i18n.ts'
import { Money, optionalPrice, price, Sum } from './money.ts'
import { PageQuery } from './paging.ts'
import { promotionCode } from './promotion-code.ts'
import { promotionStates, promotionTypes } from './promotion-state.ts'
import { Total } from './order-row.ts'

/** `promotionState` computes its state. */
export const PromotionRow = z.object({
  id: Id,
  title: z.string(),
  /** Null for a promotion that applies automatically. */
  code: z.string().nullable(),
  description: z.string().nullable(),
  type: z.enum(promotionTypes),
  value: Money,
  minSubtotal: Total.nullable(),
  /** The company's currency, in which its amounts are. */
  currency: z.string(),
  maxRedemptions: z.int().nullable(),
  redemptionCount: z.int(),
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
  isActive: z.boolean(),
  isStackable: z.boolean(),
  /** Empty means all channels. */
  channelIds: z.array(Id),
  /** Whether an order has ever used it; then code and type are fixed. */
  isRedeemed: z.boolean(),
  version: z.int(),
})
export type PromotionRow = z.output<typeof PromotionRow>

export const PromotionDetail = PromotionRow.extend({
  /** The sum of its discounts on orders in the company's currency that are not cancelled. */
  discountGiven: Sum,
  /** Uses currently reserved by checkouts. */
  reservedCount: z.int(),
  /** The names of `channelIds`, in the same order. */
  channelNames: z.array(z.string()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type PromotionDetail = z.output<typeof PromotionDetail>

const optionalCode = z
  .string()
  .trim()
  .nullish()
  .transform((typed) => typed || null)
  .pipe(promotionCode.nullable())

const maxRedemptions = z
  .int(t('Maximum uses must be a whole number'))
  .min(1, t('Maximum uses must be at least 1; leave it empty for no limit'))
  .max(1_000_000_000, t('Maximum uses must be 1,000,000,000 or less'))
  .nullable()

/** Rejects years such as 0026 (a typo) and 0000 (unknown to PostgreSQL). */
const optionalMoment = (label: string) =>
  Moment.refine((moment) => moment >= '2000', t('{label} must be in the year 2000 or later', { label })).nullable()

const promotionFields = {
  title: line(t('Title'), 200),
  code: optionalCode,
  description: optionalText(t('Description'), 2_000),
  type: z.enum(promotionTypes),
  value: price(t('Value')),
  minSubtotal: optionalPrice(t('Minimum order')),
  maxRedemptions,
  channelIds: z
    .array(Id)
    .max(100, t('Up to 100 channels'))
    .transform((ids) => [...new Set(ids)]),
  isStackable: z.boolean(),
  isActive: z.boolean(),
  startsAt: optionalMoment(t('Start date')),
  endsAt: optionalMoment(t('End date')),
}

/** Only the title is required. Rules across fields are in `promotionProblems`. */
export const PromotionInput = z
  .strictObject({
    ...promotionFields,
    code: promotionFields.code.optional(),
    description: promotionFields.description.optional(),
    type: promotionFields.type.default('percent'),
    value: promotionFields.value.default('0.00'),
    minSubtotal: promotionFields.minSubtotal.optional(),
    maxRedemptions: promotionFields.maxRedemptions.default(null),
    channelIds: promotionFields.channelIds.default([]),
    isStackable: promotionFields.isStackable.default(false),
    isActive: promotionFields.isActive.default(true),
    startsAt: promotionFields.startsAt.default(null),
    endsAt: promotionFields.endsAt.default(null),
  })
  .superRefine((input, refinement) => {
    for (const { field, message } of promotionProblems(input))
      refinement.addIssue({ code: 'custom', path: [field], message })
  })
export type PromotionInput = z.output<typeof PromotionInput>

/** Optimistic locking: `version` is the one that was read; if the promotion has changed since, nothing is written. */
export const PromotionChange = z.strictObject({ ...z.object(promotionFields).partial().shape, version: z.int() })

type Rules = { type: string; value: string; startsAt: string | Date | null; endsAt: string | Date | null }
type Problem = { field: 'value' | 'endsAt'; message: string }

/** Rules across the fields of a promotion, for every way to write one. */
export const promotionProblems = ({ type, value, startsAt, endsAt }: Rules): Problem[] => [
  ...(type === 'percent' && Number(value) > 100
    ? [{ field: 'value' as const, message: t('A percentage can’t exceed 100') }]
    : []),
  ...(startsAt !== null && endsAt !== null && new Date(endsAt) <= new Date(startsAt)
    ? [{ field: 'endsAt' as const, message: t('The end must be after the start') }]
    : []),
]

export const Redemption = z.object({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  channelId: Id,
  channelName: z.string(),
  discountAmount: Total,
  currency: z.string(),
  redeemedAt: Moment,
  /** When the order was cancelled, which released the use. */
  releasedAt: Moment.nullable(),
})
export type Redemption = z.output<typeof Redemption>

/** Days of the usage chart. */
export const usagePeriods = [7, 30, 90] as const

/** Days (in the company's time zone) and channels without a use are omitted. */
export const PromotionUsage = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  currency: z.string(),
  rows: z.array(z.object({ day: z.iso.date(), channelId: Id, channelName: z.string(), uses: z.int(), discount: Sum })),
  /** Uses by orders in other currencies, which are in `uses` and not in `discount`. */
  foreignUses: z.int(),
})
export type PromotionUsage = z.output<typeof PromotionUsage>

const ByPromotion = z.strictObject({ promotionId: Id })

const change = <Action extends string>(action: Action, summary: string) =>
  ({
    method: 'POST',
    path: `/api/promotions/:promotionId/${action}`,
    summary,
    access: 'ops',
    scope: 'company',
    params: ByPromotion,
    reply: PromotionRow,
  }) as const

export const promotionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/promotions',
    summary: 'Promotions, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({ search: searchText.optional(), state: z.enum(promotionStates).optional() }),
    reply: z.array(PromotionRow),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/promotions',
    summary: 'Add a promotion; without a code it applies automatically',
    access: 'ops',
    scope: 'company',
    body: PromotionInput,
    reply: PromotionRow,
    status: 201,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/promotions/usage',
    summary: 'Uses and discount given per day and channel, of one promotion or all',
    access: 'readonly',
    scope: 'company',
    query: z.strictObject({
      promotionId: Id.optional(),
      days: z.coerce
        .number()
        .pipe(z.union(usagePeriods.map((days) => z.literal(days))))
        .default(30),
    }),
    reply: PromotionUsage,
  }),
  try: endpoint({
    method: 'POST',
    path: '/api/promotions/try',
    summary: 'Price a test cart and show why each promotion did or did not apply; nothing is redeemed',
    access: 'readonly',
    scope: 'company',
    body: TrialCart,
    reply: TrialReply,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/promotions/:promotionId',
    summary: 'One promotion, whole',
    access: 'readonly',
    scope: 'company',
    params: ByPromotion,
    reply: PromotionDetail,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/promotions/:promotionId',
    summary: 'Change a promotion; once an order has used it, its code and type stay',
    access: 'ops',
    scope: 'company',
    params: ByPromotion,
    body: PromotionChange,
    reply: PromotionRow,
  }),
  activate: endpoint(change('activate', 'Switch a promotion on')),
  deactivate: endpoint(change('deactivate', 'Switch a promotion off; what it gave stays')),
  end: endpoint(change('end', 'End a running promotion now')),
  redemptions: endpoint({
    method: 'GET',
    path: '/api/promotions/:promotionId/redemptions',
    summary: 'Orders that used a promotion, newest first',
    access: 'readonly',
    scope: 'company',
    params: ByPromotion,
    query: PageQuery,
    reply: z.array(Redemption),
    paged: true,
  }),
}
