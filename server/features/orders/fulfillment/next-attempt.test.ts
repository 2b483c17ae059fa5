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
const failing = { code: 'invalid', reason: 'Amazon can’t use the address.', attention: 'rejected_by_amazon' } as const

function after(status: FulfillmentStatus, given: Partial<Attempt>, told: Partial<FulfillmentUpdate> = {}) {
  const attempt = anAttempt({ updatedAt: hourAgo, ...given })
  const word = { ...localUpdate(amazonActor, status, hourAgo), ...told }
  const outcome = nextState({ order: anOrderOf([attempt]), attempt }, word, attempt.items)
  return nextAttempt(attempt, word, outcome, now)
}

it('keeps what is known now, and since when Amazon has it', () => {
  expect(after('planning', {}, { facts: { carrier: 'UPS' } })).toMatchObject({
    status: 'planning',
    acceptedAt: hourAgo,
    carrier: 'UPS',
    updatedAt: now,
  })
  expect(after('planning', { status: 'received' })).not.toHaveProperty('acceptedAt')
})

describe('Amazon is asked again', () => {
  it('soon after something has changed, be it a parcel, and later the longer nothing has', () => {
    expect(after('planning', { status: 'received' }).nextCheckAt).toEqual(inHalfAMinute)
    expect(after('planning', { status: 'planning' })).toMatchObject({ nextCheckAt: inHalfAnHour, updatedAt: hourAgo })
    expect(after('planning', { status: 'planning' }, { haveParcelsChanged: true })).toMatchObject({
      nextCheckAt: inHalfAMinute,
      updatedAt: now,
    })
  })

  it('not at all once it is over', () => {
    expect(after('delivered', { status: 'shipped' }).nextCheckAt).toBeNull()
    expect(after('cancelled', { status: 'planning', ...toCancel }).nextCheckAt).toBeNull()
  })

  it('and told at once of what it is still to stop', () => {
    expect(after('planning', { status: 'planning', ...toCancel }).nextCheckAt).toEqual(now)
    expect(after('planning', { status: 'planning', ...toCancel, cancelAskedAt: hourAgo }).nextCheckAt).toEqual(
      inHalfAnHour,
    )
  })
})

it('wishes no longer for a cancellation when Amazon goes on', () => {
  expect(after('processing', { status: 'planning', ...toCancel })).toMatchObject({
    cancelRequestedAt: null,
    cancelPurpose: null,
    cancelAskedAt: null,
    resendSpeed: null,
    nextCheckAt: inHalfAMinute,
  })
  expect(after('planning', { status: 'received', ...toCancel })).not.toHaveProperty('cancelRequestedAt')
})

describe('what went wrong', () => {
  it('is kept when an attempt has failed', () => {
    expect(after('unfulfillable', { status: 'planning' }, { failure: failing })).toMatchObject({
      errorCode: 'invalid',
      error: 'Amazon can’t use the address.',
    })
    expect(after('cancelled', { status: 'planning' }, { failure: failing })).toMatchObject({ errorCode: 'invalid' })
    expect(after('unfulfillable', { status: 'planning', ...toCancel }, { failure: failing })).toMatchObject({
      errorCode: 'invalid',
    })
  })

  it('is nothing when it was to be cancelled and is, nor once Amazon has it', () => {
    const nothing = { errorCode: null, error: null }
    expect(after('cancelled', { status: 'planning', ...toCancel }, { failure: failing })).toMatchObject(nothing)
    expect(after('planning', { error: 'Amazon was away' })).toMatchObject(nothing)
  })

  it('stays as it was when it is told again, or without a reason', () => {
    expect(after('cancelled', { status: 'cancelled', ...toCancel }, { failure: failing })).not.toHaveProperty('error')
    expect(after('unfulfillable', { status: 'unfulfillable' }, { failure: failing })).not.toHaveProperty('error')
    expect(after('unfulfillable', { status: 'planning' })).not.toHaveProperty('error')
  })
})

it('remembers the latest moment at which Amazon was asked', () => {
  const checkedAt = (before: Date | null, readAt: Date | null) =>
    after('planning', { checkedAt: before }, { readAt }).checkedAt
  expect(checkedAt(null, null)).toBeNull()
  expect(checkedAt(null, now)).toEqual(now)
  expect(checkedAt(hourAgo, now)).toEqual(now)
  expect(checkedAt(now, hourAgo)).toEqual(now)
  expect(checkedAt(hourAgo, null)).toEqual(hourAgo)
})
