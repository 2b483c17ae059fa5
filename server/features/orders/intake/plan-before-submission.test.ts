import { describe, expect, it } from 'vitest'
import {
  orderState,
  anIntakeContext,
  at,
  knownOrder,
  eventOf,
  now,
  snapshotOf,
  theShop,
  incomingOrder,
  allInEnglish,
} from './fixtures/known-order.ts'
import type { KnownOrderState } from './order-events.ts'
import { planRevision } from './plan-revision.ts'

const tee = { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }
const mug = { sku: 'MUG', quantity: 1, unitPrice: '8.00' }

const plan = (changes: Partial<KnownOrderState>, order = knownOrder()) =>
  planRevision(anIntakeContext(), order, orderState(changes))
const snapshotWith = (changes: object) => ({ latestSnapshot: snapshotOf('order.updated', 5, incomingOrder(changes)) })
const cancelledBy = eventOf('order.cancelled', 6)

describe('an order that has not gone to Amazon', () => {
  it('stays unchanged by an unchanged snapshot', () => {
    expect(plan(snapshotWith({}))).toEqual({
      row: null,
      matchedLines: [],
      addedLines: [],
      hold: null,
      change: {
        orderId: 'order-1',
        orderNumber: 'LS-10001',
        channelId: 'shop',
        outcome: 'nothing_new',
        holds: 'unchanged',
        isHoldChanged: false,
        mayRestock: false,
        resolves: [],
        removedLines: [],
        orderToCheck: null,
        claim: null,
        raised: [],
        entries: [],
        messages: [],
      },
    })
  })

  it('follows its channel', () => {
    const items = [
      { ...tee, quantity: 3 },
      { sku: 'CUP', externalId: 'cup-9', title: 'A cup', quantity: 4, unitPrice: '2.50' },
    ]
    const { row, matchedLines, addedLines, change } = plan(snapshotWith({ items, notes: 'Ring twice' }))
    expect(row).toMatchObject({ id: 'order-1', total: '67.00', notes: 'Ring twice', customerName: 'Ana Ruiz' })
    expect(matchedLines.map(({ id, quantity }) => [id, quantity])).toEqual([['line-tee', 3]])
    expect(addedLines).toEqual([
      {
        companyId: 'acme',
        id: expect.any(String),
        orderId: 'order-1',
        position: 2,
        skuId: null,
        externalItemId: null,
        externalProductId: 'cup-9',
        properties: null,
        sku: 'CUP',
        title: 'A cup',
        quantity: 4,
        unitPrice: '2.50',
        totalPrice: '10.00',
      },
    ])
    expect(change).toMatchObject({ outcome: 'changed', holds: 'revised', removedLines: ['line-mug'], messages: [] })
    expect(change.orderToCheck).toMatchObject({
      orderId: 'order-1',
      lines: [
        { id: 'line-tee', skuId: 'sku-tee', quantity: 3 },
        { sku: 'CUP', skuId: null, quantity: 4 },
      ],
      difference: null,
    })
    expect(allInEnglish(change.entries)).toEqual([
      {
        orderId: 'order-1',
        event: 'order.changed',
        description:
          'My Shop changed the order: TEE-L: 2 → 3 units, 1 × MUG removed, 4 × CUP added, total 46.00 → 67.00, subtotal, note.',
        by: theShop,
        at: now,
      },
    ])
  })

  it('appends new lines after the existing positions', () => {
    const [first, second] = knownOrder().lines
    const lines = [first, second].flatMap((line) => (line ? [{ ...line, position: 7 - line.position }] : []))
    const items = [
      { ...mug, sku: 'CUP' },
      { ...mug, sku: 'JAR' },
    ]
    const { addedLines } = plan(snapshotWith({ items }), knownOrder({ lines }))
    expect(addedLines.map(({ sku, position }) => [sku, position])).toEqual([
      ['CUP', 8],
      ['JAR', 9],
    ])
    const onlyLines = plan(snapshotWith({ items }), knownOrder({ lines: [] }))
    expect(onlyLines.addedLines.map(({ position }) => position)).toEqual([0, 1])
  })

  it('has a sentence about amounts that no longer add up', () => {
    const { orderToCheck } = plan(snapshotWith({ subtotal: '40.00' })).change
    expect(allInEnglish(orderToCheck?.difference)).toBe('The lines add up to 46.00, but the subtotal is 40.00.')
  })

  it('claims promotions again only when their inputs changed', () => {
    expect(plan(snapshotWith({ notes: 'Ring twice' })).change.claim).toBeNull()
    expect(plan(snapshotWith({ promotionCodes: ['SPRING'] })).change.claim).toMatchObject({
      orderId: 'order-1',
      channelId: 'shop',
      placedAt: at(0),
      codes: ['SPRING'],
    })
  })

  it('names the first twenty changes and counts the others', () => {
    const items = Array.from({ length: 25 }, (_, index) => ({ ...mug, sku: `CUP-${index}` }))
    const [entry] = plan(snapshotWith({ items })).change.entries
    expect(allInEnglish(entry?.description)).toMatch(/1 × CUP-17 added and 9 more\.$/)
  })
})

describe('an order that its channel cancels', () => {
  it('is cancelled, releases its holds and notifies its customer', () => {
    expect(allInEnglish(plan({ cancelledBy }))).toEqual({
      row: null,
      matchedLines: [],
      addedLines: [],
      hold: null,
      change: {
        orderId: 'order-1',
        orderNumber: 'LS-10001',
        channelId: 'shop',
        outcome: 'cancelled',
        holds: 'cancelled',
        isHoldChanged: false,
        mayRestock: true,
        resolves: [],
        removedLines: [],
        orderToCheck: null,
        claim: null,
        raised: [],
        entries: [
          {
            orderId: 'order-1',
            event: 'order.cancelled',
            description: 'My Shop cancelled the order.',
            by: theShop,
            at: now,
          },
        ],
        messages: [
          {
            type: 'order_cancelled',
            happenedAt: at(6),
            orderId: 'order-1',
            orderNumber: 'LS-10001',
            channelName: 'My Shop',
            isForOwnerOnly: false,
            total: '46.00',
            currency: 'USD',
            customer: { id: 'ana', email: 'ana@example.com', phone: '+12065550100', firstName: 'Ana' },
          },
        ],
      },
    })
  })

  it('is cancelled now when the channel gives no time', () => {
    const { messages } = plan({ cancelledBy: eventOf('order.cancelled', null) }).change
    expect(messages).toMatchObject([{ happenedAt: now }])
  })

  it('follows its other changes, without checks', () => {
    const { row, change } = plan({ cancelledBy, ...snapshotWith({ promotionCodes: ['SPRING'], items: [tee] }) })
    expect(row).toMatchObject({ id: 'order-1', total: '38.00' })
    expect(change).toMatchObject({
      outcome: 'cancelled',
      holds: 'cancelled',
      removedLines: ['line-mug'],
      orderToCheck: null,
      claim: null,
    })
    expect(change.entries.map(({ event }) => event)).toEqual(['order.changed', 'order.cancelled'])
  })

  it('is not cancelled a second time', () => {
    const { change } = plan({ cancelledBy }, knownOrder({ status: 'cancelled' }))
    expect(change).toMatchObject({ outcome: 'nothing_new', holds: 'unchanged', entries: [], messages: [] })
  })

  it('holds nothing when it is changed after it was cancelled', () => {
    const { row, change } = plan(snapshotWith({ items: [tee] }), knownOrder({ status: 'cancelled' }))
    expect(row).toMatchObject({ total: '38.00' })
    expect(change).toMatchObject({
      outcome: 'changed',
      holds: 'unchanged',
      orderToCheck: null,
      claim: null,
      messages: [],
    })
  })

  it('stays open when a person has restored it since', () => {
    const { change } = plan({ cancelledBy }, knownOrder({ restoredAt: at(10) }))
    expect(change).toMatchObject({ outcome: 'nothing_new', holds: 'unchanged', raised: [], entries: [], messages: [] })
  })
})
