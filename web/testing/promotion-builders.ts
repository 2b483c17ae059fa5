import type { TrialReply } from '#contract/carts.ts'
import type { PromotionDetail, PromotionRow, PromotionUsage, Redemption } from '#contract/promotions.ts'
import { newId } from './builders.ts'

/** An active code promotion without an end and without redemptions. */
export function buildPromotion(overrides: Partial<PromotionRow> = {}): PromotionRow {
  return {
    id: newId(),
    title: 'Fall sale',
    code: 'FALL10',
    description: 'For everybody who comes back in autumn.',
    type: 'percent',
    value: '10.00',
    minSubtotal: null,
    currency: 'USD',
    maxRedemptions: null,
    redemptionCount: 0,
    startsAt: null,
    endsAt: null,
    isActive: true,
    isStackable: false,
    channelIds: [],
    isRedeemed: false,
    version: 1,
    ...overrides,
  }
}

export function buildPromotionDetail(overrides: Partial<PromotionDetail> = {}): PromotionDetail {
  return {
    ...buildPromotion(),
    discountGiven: '0.00',
    reservedCount: 0,
    channelNames: [],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildRedemption(overrides: Partial<Redemption> = {}): Redemption {
  return {
    id: newId(),
    orderId: newId(),
    orderNumber: 'LS-10012',
    channelId: newId(),
    channelName: 'Harbor Shop',
    discountAmount: '3.80',
    currency: 'USD',
    redeemedAt: '2026-01-01T00:00:00Z',
    releasedAt: null,
    ...overrides,
  }
}

export function buildUsage(overrides: Partial<PromotionUsage> = {}): PromotionUsage {
  return { from: '2026-02-01', to: '2026-03-02', currency: 'USD', rows: [], foreignUses: 0, ...overrides }
}

export function buildUsageRow(overrides: Partial<PromotionUsage['rows'][number]> = {}): PromotionUsage['rows'][number] {
  return { day: '2026-03-01', channelId: newId(), channelName: 'Harbor Shop', uses: 3, discount: '12.50', ...overrides }
}

type PromotionOutcome = TrialReply['promotions'][number]
export function buildOutcome(overrides: Partial<PromotionOutcome> = {}): PromotionOutcome {
  return {
    promotionId: newId(),
    title: 'Fall sale',
    code: 'FALL10',
    outcome: 'applied',
    discount: '3.80',
    reason: '$3.80 off.',
    ...overrides,
  }
}

/** A cart of one line without a discount. */
export function buildTried(overrides: Partial<TrialReply> = {}): TrialReply {
  const amounts = { subtotal: '38.00', discount: '0.00', total: '38.00' }
  return { currency: 'USD', ...amounts, lines: [amounts], promotions: [], unknownCodes: [], ...overrides }
}
