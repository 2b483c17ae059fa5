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

/** Lifecycles of an attempt of two units at Amazon; `left out` ships one of them. */
const lifecycles = {
  arrives: ['submitted', 'received', 'planning', 'processing', 'shipped', 'delivered'],
  ships: ['received', 'processing', 'shipped'],
  'left out': ['received', 'processing', 'shipped', 'delivered'],
  cancelled: ['received', 'planning', 'cancelled'],
  fails: ['submitted', 'unfulfillable'],
  waits: ['submitted', 'planning'],
} as const satisfies Record<string, FulfillmentStatus[]>
type Lifecycle = keyof typeof lifecycles

const names = Object.keys(lifecycles) as Lifecycle[]
const request = fc.constantFrom(null, 'cancel_order' as const, 'send_again' as const)

/** Updates of both attempts and a stock count, each once or twice, in two orders. */
const scenario = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...names), request)
  .chain(([first, second, purpose]) => {
    const updates = [first, second].flatMap((lifecycle, of) =>
      lifecycles[lifecycle].map((_, stage) => ({ of, lifecycle, stage })),
    )
    const deliveries = [...updates, ...updates.filter((_, index) => index % 3 === 0), 'count' as const]
    const shuffled = fc.shuffledSubarray(deliveries, { minLength: deliveries.length })
    return fc.record({ purpose: fc.constant(purpose), deliveries: fc.tuple(shuffled, shuffled) })
  })

type Delivery = { of: number; lifecycle: Lifecycle; stage: number } | 'count'

async function runScenario(purpose: 'cancel_order' | 'send_again' | null, deliveries: readonly Delivery[]) {
  const fixture = await test.company()
  const { job, companyId } = fixture
  const order = await fixture.sell({ quantity: 4 })
  const itemId = order.items[0]?.id ?? ''
  const start = test.clock.now()
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const attempt = {
    companyId,
    orderId: order.id,
    channelId: order.channelId,
    externalOrderId: order.externalOrderId,
    integrationId: fixture.accountId,
    at: start,
  }
  const lines = [{ orderItemId: itemId, quantity: 2 }]
  await job.transaction(async (tx) => {
    for (const _ of [0, 1]) await insertAttempt(tx, { ...attempt, marketplaceId: unitedStates, lines })
    await tx.update(fulfillments).set({ submittedAt: start }).where(eq(fulfillments.orderId, order.id))
  })
  if (purpose) await job.transaction((tx) => requestCancellation(tx, job, { orderId: order.id, purpose }))
  const attempts = await fixture.attempts(order.id)
  const seen: OrderStatus[] = ['placed']
  for (const update of deliveries) {
    if (update === 'count') {
      await countStock(test.deps.db, companyId, fixture.skuId, { available: 8, readAt: after(15) })
      continue
    }
    const { of, lifecycle, stage } = update
    await job.transaction((tx) =>
      recordAmazonStatus(tx, job, attempts[of]?.id ?? '', snapshotOf({ lifecycle, stage, of, itemId, after })),
    )
    const status = (await fixture.row(order.id))?.status
    if (status && status !== seen.at(-1)) seen.push(status)
  }
  const [level] = await job.transaction((tx) =>
    tx.select().from(stockLevels).where(eq(stockLevels.skuId, fixture.skuId)),
  )
  const ended = await job.transaction((tx) =>
    tx.select().from(fulfillments).where(eq(fulfillments.orderId, order.id)).orderBy(asc(fulfillments.attempt)),
  )
  const row = await fixture.row(order.id)
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

type ReportedStage = {
  lifecycle: Lifecycle
  stage: number
  of: number
  itemId: string
  after: (seconds: number) => Date
}

/** Amazon received the first before the count was read, and the second after. */
function snapshotOf({ lifecycle, stage, of, itemId, after }: ReportedStage): FulfillmentSnapshot {
  const status: FulfillmentStatus = lifecycles[lifecycle][stage] ?? 'submitted'
  const hasLeft = status === 'shipped' || status === 'delivered'
  const isPartial = lifecycle === 'left out' && hasLeft
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
    orderNumber: 'LS-1',
    speed: null,
    readAt: after(100 + stage),
    receivedAt: after(of === 0 ? 10 : 20),
    estimatedShipDate: null,
    estimatedDeliveryDate: null,
    lines: [{ itemId, sku: 'LAMP', quantity: 2, cancelled: 0, unfulfillable: 2 - sent }],
    packages: hasLeft ? [left] : [],
  }
}

/** Through intermediate statuses, since one update can cause several transitions. Only a person takes `delivered` back. */
const canCome = (from: OrderStatus, to: OrderStatus): boolean =>
  from !== 'delivered' &&
  orderTransitions[from].some((next) => next === to || (next !== 'placed' && next !== 'cancelled' && canCome(next, to)))

const both = (first: Lifecycle, second: Lifecycle) =>
  [first, second].map((lifecycle, of) => ({ of, lifecycle, stage: lifecycles[lifecycle].length - 1 }))
const bothWays = (
  first: Lifecycle,
  second: Lifecycle,
): [{ purpose: 'send_again'; deliveries: [Delivery[], Delivery[]] }] => {
  const deliveries = both(first, second)
  return [{ purpose: 'send_again', deliveries: [deliveries, deliveries.toReversed()] }]
}

/** Resends of which only one part was cancelled. */
const hardOnes = [bothWays('cancelled', 'fails'), bothWays('left out', 'cancelled')]

it('an order, its attempts and its holds end the same in whatever order Amazon’s statuses arrive', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ purpose, deliveries }) => {
      const [one, other] = [await runScenario(purpose, deliveries[0]), await runScenario(purpose, deliveries[1])]
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
