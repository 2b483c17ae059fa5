import { describe, expect, it } from 'vitest'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import type { Attempt, SentOrder } from './queries.ts'
import { amazonActor } from '../timeline.ts'
import { aLine, anAttempt, anItem, anOrderOf, now } from './fixtures/sent-order.ts'
import { nextState } from './next-state.ts'
import { localUpdate } from './fulfillment-update.ts'

/** Next state of an order's first attempt after this status. */
const nextStateAfter = (
  status: FulfillmentStatus,
  attempt: Attempt,
  {
    others = [],
    items = attempt.items,
    ...order
  }: Partial<SentOrder> & { others?: Attempt[]; items?: Attempt['items'] } = {},
) => nextState({ order: anOrderOf([attempt, ...others], order), attempt }, localUpdate(amazonActor, status, now), items)

const toCancel = { cancelRequestedAt: now, cancelPurpose: 'cancel_order' } as const
const toSendAgain = { cancelRequestedAt: now, cancelPurpose: 'send_again' } as const

describe('an attempt', () => {
  it('is accepted by the first status of Amazon, and only by that', () => {
    expect(nextStateAfter('planning', anAttempt())).toMatchObject({
      status: 'planning',
      hasMoved: true,
      isAccepted: true,
    })
    expect(nextStateAfter('shipped', anAttempt({ status: 'planning' }))).toMatchObject({
      hasMoved: true,
      isAccepted: false,
    })
    expect(nextStateAfter('pending', anAttempt())).toMatchObject({
      hasMoved: false,
      isAccepted: false,
      hasFailed: false,
    })
  })

  it('does not move by late or repeated statuses', () => {
    const shipped = anAttempt({ status: 'shipped' })
    for (const late of ['planning', 'shipped', 'cancelled'] as const) {
      expect(nextStateAfter(late, shipped)).toMatchObject({ status: 'shipped', hasMoved: false, hasFailed: false })
    }
  })

  it.each(['cancelled', 'unfulfillable'] as const)('has failed once it is %s, which is no acceptance', (end) => {
    expect(nextStateAfter(end, anAttempt())).toMatchObject({ status: end, hasFailed: true, isAccepted: false })
    expect(nextStateAfter(end, anAttempt({ status: end }))).toMatchObject({ hasMoved: false, hasFailed: false })
  })

  it('drops units only while it is live: a failed attempt sends none', () => {
    const attempt = anAttempt({ status: 'processing', items: [anItem('chair', 1), anItem('lamp', 2)] })
    const cut = [attempt.items[0] ?? anItem('chair', 1), anItem('lamp', 2, { unfulfillableQuantity: 1 })]
    expect(nextStateAfter('shipped', attempt).hasUnfulfillable).toBe(false)
    expect(nextStateAfter('shipped', attempt, { items: cut }).hasUnfulfillable).toBe(true)
    expect(nextStateAfter('cancelled', attempt, { items: cut }).hasUnfulfillable).toBe(false)
  })
})

describe('an order', () => {
  it('has the progress of this attempt and all others', () => {
    const lines = [aLine('lamp', 2), aLine('chair', 3)]
    const other = anAttempt({ id: 'attempt-2', status: 'planning', items: [anItem('chair', 3)] })
    const cut = [anItem('lamp', 2, { cancelledQuantity: 1 })]
    const outcome = nextStateAfter('shipped', anAttempt({ status: 'processing' }), {
      lines,
      others: [other],
      items: cut,
    })
    expect(outcome.progress).toMatchObject({ units: 5, unsent: 1, isShipped: true, isDelivered: false })
    expect(outcome).toMatchObject({ orderStatus: 'shipped', partialReason: '1 of 5 units are still to be sent.' })
  })

  it('is partial while Amazon has accepted some units and not all', () => {
    const lines = [aLine('lamp', 5)]
    const partialReason = '3 of 5 units are still to be sent.'
    expect(nextStateAfter('submitted', anAttempt(), { lines }).partialReason).toBe(partialReason)
    expect(nextStateAfter('submitted', anAttempt(), { partialReason }).partialReason).toBeNull()
    expect(
      nextStateAfter('unfulfillable', anAttempt({ status: 'planning' }), { lines, partialReason }).partialReason,
    ).toBeNull()
  })

  it('keeps its partial reason while no units move, also a closed remainder', () => {
    const lines = [aLine('lamp', 5)]
    const shipped = anAttempt({ status: 'shipped' })
    expect(nextStateAfter('delivered', shipped, { lines, partialReason: null })).toMatchObject({
      partialReason: null,
      orderStatus: 'delivered',
    })
    const partialReason = '3 of 5 units are still to be sent.'
    expect(nextStateAfter('delivered', shipped, { lines, partialReason })).toMatchObject({
      partialReason,
      orderStatus: 'shipped',
    })
  })

  it('is cancelled when the requested cancellation is confirmed', () => {
    const status = 'sent_to_fulfillment'
    const sent = { status: 'planning', ...toCancel } as const
    expect(nextStateAfter('cancelled', anAttempt(sent), { status }).orderStatus).toBe('cancelled')
    expect(nextStateAfter('cancelled', anAttempt({ status: 'planning' }), { status }).orderStatus).toBe('placed')
    expect(nextStateAfter('cancelled', anAttempt({ ...sent, ...toSendAgain }), { status }).orderStatus).toBe('placed')
    expect(nextStateAfter('planning', anAttempt(sent), { status }).orderStatus).toBe(status)
  })

  it('is not cancelled again by a repeated status', () => {
    const gone = anAttempt({ status: 'cancelled', ...toCancel })
    expect(nextStateAfter('cancelled', gone, { status: 'placed' }).orderStatus).toBe('placed')
  })
})

describe('an attempt with a cancel request', () => {
  it.each(['processing', 'shipped', 'delivered'] as const)('is not cancelled once it is %s', (status) => {
    expect(nextStateAfter(status, anAttempt({ status: 'planning', ...toCancel })).isCancelRefused).toBe(true)
    expect(nextStateAfter(status, anAttempt({ status: 'planning' })).isCancelRefused).toBe(false)
  })

  it('may be cancelled before Amazon packs it', () => {
    expect(nextStateAfter('planning', anAttempt({ status: 'received', ...toCancel })).isCancelRefused).toBe(false)
    expect(nextStateAfter('cancelled', anAttempt({ status: 'received', ...toCancel })).isCancelRefused).toBe(false)
  })

  it('is resent once Amazon has cancelled it or refused to', () => {
    expect(nextStateAfter('cancelled', anAttempt({ status: 'planning', ...toSendAgain })).isResendDue).toBe(true)
    expect(nextStateAfter('processing', anAttempt({ status: 'planning', ...toSendAgain })).isResendDue).toBe(true)
  })

  it('is not resent before that, nor when the order is to be cancelled', () => {
    expect(nextStateAfter('planning', anAttempt({ status: 'received', ...toSendAgain })).isResendDue).toBe(false)
    expect(nextStateAfter('cancelled', anAttempt({ status: 'planning', ...toCancel })).isResendDue).toBe(false)
    expect(nextStateAfter('cancelled', anAttempt({ status: 'planning' })).isResendDue).toBe(false)
  })

  it('is not resent while another attempt waits for its cancellation', () => {
    const stopped = anAttempt({ status: 'planning', ...toSendAgain })
    const isSentAgainBeside = (given: Partial<Attempt>) =>
      nextStateAfter('cancelled', stopped, { others: [anAttempt({ id: 'attempt-2', ...given })] }).isResendDue
    expect(isSentAgainBeside({ status: 'planning', ...toSendAgain })).toBe(false)
    expect(isSentAgainBeside({ status: 'planning' })).toBe(true)
    expect(isSentAgainBeside({ status: 'cancelled', ...toSendAgain })).toBe(true)
  })
})
