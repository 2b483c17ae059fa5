import { expect, it } from 'vitest'
import { promotionState, type PromotionTerms } from './promotion-state.ts'

const now = new Date('2026-11-15T12:00:00Z')
const [before, after] = ['2026-11-15T11:59:59.999Z', '2026-11-15T12:00:00.001Z']

const stateOf = (given: Partial<PromotionTerms>) =>
  promotionState(
    { isActive: true, startsAt: null, endsAt: null, maxRedemptions: null, redemptionCount: 0, ...given },
    now,
  )

it.each<[string, Partial<PromotionTerms>, string]>([
  ['without dates and limit', {}, 'active'],
  ['that is turned off', { isActive: false }, 'inactive'],
  ['that starts a moment later', { startsAt: after }, 'scheduled'],
  ['that starts this moment', { startsAt: now }, 'active'],
  ['that started a moment ago', { startsAt: before }, 'active'],
  ['that ends a moment later', { endsAt: after }, 'active'],
  ['that ends this moment', { endsAt: now }, 'expired'],
  ['that ended a moment ago', { endsAt: before }, 'expired'],
  ['of which one use is left', { maxRedemptions: 5, redemptionCount: 4 }, 'active'],
  ['of which all uses are taken', { maxRedemptions: 5, redemptionCount: 5 }, 'used_up'],
  ['of which more than all uses are taken', { maxRedemptions: 5, redemptionCount: 6 }, 'used_up'],
  ['without a limit, used often', { redemptionCount: 1_000_000 }, 'active'],
])('a promotion %s is %s', (_, given, state) => {
  expect(stateOf(given)).toBe(state)
})

it('a promotion’s state is computed from dates and from ISO strings', () => {
  const both = [after, new Date(after)]
  expect(both.map((startsAt) => stateOf({ startsAt }))).toEqual(['scheduled', 'scheduled'])
  expect(both.map((endsAt) => stateOf({ endsAt }))).toEqual(['active', 'active'])
})

it('the first matching state wins: inactive, scheduled, expired, used up', () => {
  const usedUp = { maxRedemptions: 1, redemptionCount: 1 }
  expect(stateOf({ ...usedUp, endsAt: before })).toBe('expired')
  expect(stateOf({ ...usedUp, startsAt: after })).toBe('scheduled')
  expect(stateOf({ ...usedUp, startsAt: before, endsAt: before, isActive: false })).toBe('inactive')
})
