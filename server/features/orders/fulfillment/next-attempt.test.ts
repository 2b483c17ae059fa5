import { describe, expect, it } from 'vitest'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import type { Attempt } from './queries.ts'
import { nextAttempt, nextState } from './next-state.ts'
import { amazonActor } from '../timeline.ts'
import { anAttempt, anOrderOf, now } from './fixtures/sent-order.ts'
import { localUpdate, type FulfillmentUpdate } from './fulfillment-update.ts'

const hourAgo = new Date('2026-03-02T09:00:00Z')
const inHalfAMinute = new Date('2026-03-02T10:00:30Z')
const inHalfAnHour = new Date('2026-03-02T10:30:00Z')
const toCancel = { cancelRequestedAt: hourAgo, cancelPurpose: 'cancel_order' } as const
const failure = { code: 'invalid', reason: 'Amazon can’t use the address.', attention: 'rejected_by_amazon' } as const

function after(status: FulfillmentStatus, given: Partial<Attempt>, changes: Partial<FulfillmentUpdate> = {}) {
  const attempt = anAttempt({ updatedAt: hourAgo, ...given })
  const update = { ...localUpdate(amazonActor, status, hourAgo), ...changes }
  const outcome = nextState({ order: anOrderOf([attempt]), attempt }, update, attempt.items)
  return nextAttempt(attempt, update, outcome, now)
}

it('an attempt stores the facts of an update and when Amazon accepted it', () => {
  expect(after('planning', {}, { facts: { carrier: 'UPS' } })).toMatchObject({
    status: 'planning',
    acceptedAt: hourAgo,
    carrier: 'UPS',
    updatedAt: now,
  })
  expect(after('planning', { status: 'received' })).not.toHaveProperty('acceptedAt')
})

describe('the next check is', () => {
  it('soon after a change, also of a parcel, and later the longer nothing changes', () => {
    expect(after('planning', { status: 'received' }).nextCheckAt).toEqual(inHalfAMinute)
    expect(after('planning', { status: 'planning' })).toMatchObject({ nextCheckAt: inHalfAnHour, updatedAt: hourAgo })
    expect(after('planning', { status: 'planning' }, { haveParcelsChanged: true })).toMatchObject({
      nextCheckAt: inHalfAMinute,
      updatedAt: now,
    })
  })

  it('not scheduled once the attempt has ended', () => {
    expect(after('delivered', { status: 'shipped' }).nextCheckAt).toBeNull()
    expect(after('cancelled', { status: 'planning', ...toCancel }).nextCheckAt).toBeNull()
  })

  it('due at once while a cancellation is still to be sent', () => {
    expect(after('planning', { status: 'planning', ...toCancel }).nextCheckAt).toEqual(now)
    expect(after('planning', { status: 'planning', ...toCancel, cancelAskedAt: hourAgo }).nextCheckAt).toEqual(
      inHalfAnHour,
    )
  })
})

it('a refused cancellation clears the cancel request', () => {
  expect(after('processing', { status: 'planning', ...toCancel })).toMatchObject({
    cancelRequestedAt: null,
    cancelPurpose: null,
    cancelAskedAt: null,
    resendSpeed: null,
    nextCheckAt: inHalfAMinute,
  })
  expect(after('planning', { status: 'received', ...toCancel })).not.toHaveProperty('cancelRequestedAt')
})

describe('the error of an attempt', () => {
  it('is stored when the attempt has failed', () => {
    expect(after('unfulfillable', { status: 'planning' }, { failure: failure })).toMatchObject({
      errorCode: 'invalid',
      error: 'Amazon can’t use the address.',
    })
    expect(after('cancelled', { status: 'planning' }, { failure: failure })).toMatchObject({ errorCode: 'invalid' })
    expect(after('unfulfillable', { status: 'planning', ...toCancel }, { failure: failure })).toMatchObject({
      errorCode: 'invalid',
    })
  })

  it('is cleared by a requested cancellation and by acceptance', () => {
    const nothing = { errorCode: null, error: null }
    expect(after('cancelled', { status: 'planning', ...toCancel }, { failure: failure })).toMatchObject(nothing)
    expect(after('planning', { error: 'Amazon was away' })).toMatchObject(nothing)
  })

  it('stays unchanged by a repeated update, or one without a reason', () => {
    expect(after('cancelled', { status: 'cancelled', ...toCancel }, { failure: failure })).not.toHaveProperty('error')
    expect(after('unfulfillable', { status: 'unfulfillable' }, { failure: failure })).not.toHaveProperty('error')
    expect(after('unfulfillable', { status: 'planning' })).not.toHaveProperty('error')
  })
})

it('an attempt stores the time of the latest read', () => {
  const checkedAt = (before: Date | null, readAt: Date | null) =>
    after('planning', { checkedAt: before }, { readAt }).checkedAt
  expect(checkedAt(null, null)).toBeNull()
  expect(checkedAt(null, now)).toEqual(now)
  expect(checkedAt(hourAgo, now)).toEqual(now)
  expect(checkedAt(now, hourAgo)).toEqual(now)
  expect(checkedAt(hourAgo, null)).toEqual(hourAgo)
})
