import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderTransitions, type FulfillmentStatus, type OrderStatus } from '#contract/order-status.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { parcel } from '#server/testing/fake-fulfillment.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { createSubmissionFixture, type SubmissionFixture } from '#server/testing/fulfillment-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { insertAttempt } from './queries.ts'
import { recordAmazonStatus } from './record-outcome.ts'
import { requestCancellation } from './request-cancellation.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

/** What Amazon lets become of an attempt of two units; `left out` ships one of them. */
const stories = {
  arrives: ['submitted', 'received', 'planning', 'processing', 'shipped', 'delivered'],
  ships: ['received', 'processing', 'shipped'],
  'left out': ['received', 'processing', 'shipped', 'delivered'],
  cancelled: ['received', 'planning', 'cancelled'],
  fails: ['submitted', 'unfulfillable'],
  waits: ['submitted', 'planning'],
} as const satisfies Record<string, FulfillmentStatus[]>
type Story = keyof typeof stories

const names = Object.keys(stories) as Story[]
const wish = fc.constantFrom(null, 'cancel_order' as const, 'send_again' as const)

/** Both attempts' stories with what Amazon counts meanwhile, each word once or twice, in two orders. */
const scenario = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), wish).chain(([first, second, wish]) => {
  const words = [first, second].flatMap((story, of) => stories[story].map((_, stage) => ({ of, story, stage })))
  const told = [...words, ...words.filter((_, index) => index % 3 === 0), 'count' as const]
  const shuffled = fc.shuffledSubarray(told, { minLength: told.length })
  return fc.record({ wish: fc.constant(wish), told: fc.tuple(shuffled, shuffled) })
})

type Telling = { of: number; story: Story; stage: number } | 'count'

async function play(wish: 'cancel_order' | 'send_again' | null, told: readonly Telling[]) {
  const desk = await test.company()
  const { job, companyId } = desk
  const order = await desk.sell({ quantity: 4 })
  const itemId = order.items[0]?.id ?? ''
  const start = test.clock.now()
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const attempt = {
    companyId,
    orderId: order.id,
    channelId: order.channelId,
    externalOrderId: order.externalOrderId,
    integrationId: desk.accountId,
    at: start,
  }
  const lines = [{ orderItemId: itemId, quantity: 2 }]
  await job.transaction(async (tx) => {
    for (const _ of [0, 1]) await insertAttempt(tx, { ...attempt, marketplaceId: unitedStates, lines })
    await tx.update(fulfillments).set({ submittedAt: start }).where(eq(fulfillments.orderId, order.id))
  })
  if (wish) await job.transaction((tx) => requestCancellation(tx, job, { orderId: order.id, purpose: wish }))
  const attempts = await desk.attempts(order.id)
  const seen: OrderStatus[] = ['placed']
  for (const word of told) {
    if (word === 'count') {
      await countStock(test.deps.db, companyId, desk.skuId, { available: 8, readAt: after(15) })
      continue
    }
    const { of, story, stage } = word
    await job.transaction((tx) =>
      recordAmazonStatus(tx, job, attempts[of]?.id ?? '', newsOf({ story, stage, of, itemId, after })),
    )
    const status = (await desk.row(order.id))?.status
    if (status && status !== seen.at(-1)) seen.push(status)
  }
  const [level] = await job.transaction((tx) => tx.select().from(stockLevels).where(eq(stockLevels.skuId, desk.skuId)))
  const ended = await job.transaction((tx) =>
    tx.select().from(fulfillments).where(eq(fulfillments.orderId, order.id)).orderBy(asc(fulfillments.attempt)),
  )
  const row = await desk.row(order.id)
  return {
    seen,
    end: {
      status: row?.status,
      partialReason: row?.partialReason,
      held: level?.qtyHeld,
      attempts: ended.map(({ status, cancelPurpose, trackingNumbers }) => ({ status, cancelPurpose, trackingNumbers })),
    },
  }
}

type Told = { story: Story; stage: number; of: number; itemId: string; after: (seconds: number) => Date }

/** Amazon received the first before the count was read, and the second after. */
function newsOf({ story, stage, of, itemId, after }: Told): FulfillmentSnapshot {
  const status: FulfillmentStatus = stories[story][stage] ?? 'submitted'
  const hasLeft = status === 'shipped' || status === 'delivered'
  const isPartial = story === 'left out' && hasLeft
  const sent = isPartial ? 1 : 2
  const left = parcel(`${of}`, [{ itemId, quantity: sent }], {
    shippedAt: after(60),
    trackingNumber: `T${of}`,
    deliveredAt: status === 'delivered' ? after(90) : null,
  })
  return {
    externalStatus: status,
    status,
    isInvalid: false,
    isPartial,
    unknownWords: [],
    readAt: after(100 + stage),
    receivedAt: after(of === 0 ? 10 : 20),
    estimatedShipDate: null,
    estimatedDeliveryDate: null,
    lines: [{ itemId, sku: 'LAMP', quantity: 2, cancelled: 0, unfulfillable: 2 - sent }],
    packages: hasLeft ? [left] : [],
  }
}

/** Over the steps that lie between, since one word can bring several. */
const canCome = (from: OrderStatus, to: OrderStatus): boolean =>
  orderTransitions[from].some((next) => next === to || (next !== 'placed' && next !== 'cancelled' && canCome(next, to)))

const both = (first: Story, second: Story) =>
  [first, second].map((story, of) => ({ of, story, stage: stories[story].length - 1 }))
const bothWays = (first: Story, second: Story): [{ wish: 'send_again'; told: [Telling[], Telling[]] }] => {
  const told = both(first, second)
  return [{ wish: 'send_again', told: [told, told.toReversed()] }]
}

/** What is to be sent anew, and was stopped in one part only. */
const hardOnes = [bothWays('cancelled', 'fails'), bothWays('left out', 'cancelled')]

it('an order, its attempts and its holds end the same in whatever order Amazon’s statuses arrive', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ wish, told }) => {
      const [one, other] = [await play(wish, told[0]), await play(wish, told[1])]
      expect(one.end).toEqual(other.end)
      for (const { seen } of [one, other]) {
        const steps = seen.slice(1).map((to, index) => [seen[index] ?? to, to] as const)
        expect(steps.filter(([from, to]) => !canCome(from, to))).toEqual([])
        expect(steps.filter(([from]) => from === 'cancelled')).toEqual([])
      }
    }),
    { numRuns: 5, examples: hardOnes },
  )
})
