import { describe, expect, it } from 'vitest'
import { buildPromotion } from '#web/testing/promotion-builders.ts'
import {
  toCopyValues,
  emptyPromotion,
  promotionFields,
  type PromotionValues,
  toPromotionValues,
} from './promotion-fields.ts'

const timeZone = 'America/Los_Angeles'
const filled: PromotionValues = { ...emptyPromotion, title: 'Fall sale' }

/** Message quota for the form by field, for this input. */
function objections(
  typed: Partial<PromotionValues>,
  original = null as Parameters<typeof promotionFields>[0]['original'],
) {
  const { error } = promotionFields({ timeZone, original }).safeParse({ ...filled, ...typed })
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

describe('form input', () => {
  it.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [
      { code: 'two words' },
      'code',
      'Code can have letters, digits and symbols but no spaces or commas, such as FALL10',
    ],
    [{ code: 'ONE,TWO' }, 'code', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
    [{ value: '101' }, 'value', 'A percentage can’t exceed 100'],
    [{ value: '' }, 'value', 'Value must be an amount such as 12.50, up to 99,999,999.99'],
    [{ value: '-5' }, 'value', 'Value must be an amount such as 12.50, up to 99,999,999.99'],
    [{ minSubtotal: 'fifty' }, 'minSubtotal', 'Minimum order must be an amount such as 12.50, up to 99,999,999.99'],
    [{ maxRedemptions: '1.5' }, 'maxRedemptions', 'Maximum uses must be a whole number'],
    [{ maxRedemptions: 'ten' }, 'maxRedemptions', 'Maximum uses must be a whole number'],
    [{ maxRedemptions: '0x10' }, 'maxRedemptions', 'Maximum uses must be a whole number'],
    [{ maxRedemptions: '0' }, 'maxRedemptions', 'Maximum uses must be at least 1; leave it empty for no limit'],
    [{ endsAt: 'unfinished' }, 'endsAt', 'Enter both a date and a time'],
    [{ startsAt: '2026-03-01T09:00', endsAt: '2026-03-01T09:00' }, 'endsAt', 'The end must be after the start'],
  ])('%o is rejected at %s', (typed, field, message) => {
    expect(objections(typed)).toEqual([[field, message]])
  })

  it.each([
    { value: '100' },
    { type: 'flat' as const, value: '250.5' },
    { maxRedemptions: ' 1 ' },
    { code: ' FALL10 ' },
  ])('%o is accepted', (typed) => {
    expect(objections(typed)).toEqual([])
  })

  it('can’t set the limit below the number of uses', () => {
    const original = buildPromotion({ redemptionCount: 1_034 })
    expect(objections({ maxRedemptions: '1033' }, original)).toEqual([
      ['maxRedemptions', 'Maximum uses can’t be below 1,034, the number of uses so far'],
    ])
    expect(objections({ maxRedemptions: '1034' }, original)).toEqual([])
    expect(objections({ maxRedemptions: '' }, original)).toEqual([])
  })
})

describe('an edited promotion', () => {
  const original = buildPromotion({
    description: null,
    value: '12.50',
    maxRedemptions: 100,
    startsAt: '2026-03-01T17:00:42.123Z',
    endsAt: '2026-11-01T09:30:00.000Z',
  })

  it('round-trips unchanged, to the second and in an hour that occurs twice', () => {
    const values = toPromotionValues(original, timeZone)
    expect(values).toMatchObject({ value: '12.5', startsAt: '2026-03-01T09:00', endsAt: '2026-11-01T01:30' })
    const { title, code, description, value, maxRedemptions, startsAt, endsAt } = original
    expect(promotionFields({ timeZone, original }).parse(values)).toMatchObject({
      title,
      code,
      description,
      value,
      maxRedemptions,
      startsAt,
      endsAt,
    })
  })

  it('is copied as an inactive promotion without a code', () => {
    expect(toCopyValues(original, timeZone)).toEqual({
      ...toPromotionValues(original, timeZone),
      code: '',
      isActive: false,
    })
  })
})
