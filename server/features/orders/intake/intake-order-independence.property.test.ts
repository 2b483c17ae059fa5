import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OrderData, type OrderEventType } from '#contract/intake.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { heldBody, shopHold, withHeldReadings } from '#server/testing/held-readings.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { ingestEvents } from './ingest-events.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

type Happening = {
  type: OrderEventType
  minute: number
  data: ReturnType<typeof anOrder> | { externalOrderId: string }
  /** Only names the order as held. */
  isHold?: boolean
}
type Life = { externalOrderId: string; happenings: Happening[] }

/** A state of an order: some tees, perhaps mugs, to some city; perhaps on hold, or put on hold half a minute later. */
const state = fc.record({
  tees: fc.integer({ min: 1, max: 4 }),
  mugs: fc.integer({ min: 0, max: 3 }),
  city: fc.constantFrom('Seattle', 'Tacoma', 'Portland'),
  isHeld: fc.boolean(),
  isHeldLater: fc.boolean(),
})

const ending = fc.constantFrom('none', 'whole', 'only its id')

/** The history of an order, oldest first. */
const lifeOf = (externalOrderId: string): fc.Arbitrary<Life> =>
  fc.record({ states: fc.array(state, { minLength: 1, maxLength: 3 }), ending }).map(({ states, ending }) => {
    const snapshots = states.map(({ tees, mugs, city, isHeld }) =>
      anOrder(externalOrderId, {
        customer: { email: `${externalOrderId}@example.com`, firstName: 'Ana', lastName: 'Ruiz' },
        ...(isHeld && { hold: shopHold }),
        shippingAddress: { line1: '1 Main St', city, postalCode: '98101', country: 'US' },
        items: [
          { sku: 'TEE-L', quantity: tees, unitPrice: '19.00' },
          ...(mugs > 0 ? [{ sku: 'MUG', quantity: mugs, unitPrice: '8.00' }] : []),
        ],
      }),
    )
    const happenings: Happening[] = snapshots.map((data, index) => ({
      type: index === 0 ? 'order.created' : 'order.updated',
      minute: index,
      data,
    }))
    for (const [index, { isHeldLater }] of states.entries()) {
      const minute = index + 0.5
      if (isHeldLater) happenings.push({ type: 'order.updated', minute, data: { externalOrderId }, isHold: true })
    }
    const last = snapshots.at(-1) ?? anOrder(externalOrderId)
    const cancelled = { type: 'order.cancelled', minute: states.length } as const
    if (ending === 'whole') happenings.push({ ...cancelled, data: last })
    if (ending === 'only its id') happenings.push({ ...cancelled, data: { externalOrderId } })
    return { externalOrderId, happenings }
  })

/** Every event once or more, shuffled, in batches; some orders are submitted by API at the same time. */
const deliveriesOf = (lives: Life[]) => {
  const all = lives.flatMap(({ happenings }) => happenings)
  return fc.record({
    repeated: fc
      .tuple(...all.map((happening) => fc.integer({ min: 1, max: 3 }).map((times) => Array(times).fill(happening))))
      .chain((copies) => fc.shuffledSubarray(copies.flat() as Happening[], { minLength: copies.flat().length })),
    batch: fc.integer({ min: 2, max: 8 }),
    byApi: fc.subarray(lives),
  })
}

const scenario = fc
  .tuple(lifeOf('A'), lifeOf('B'), lifeOf('C'))
  .chain((lives) => deliveriesOf(lives).map((snapshot) => ({ lives, ...snapshot })))

function expected({ externalOrderId, happenings }: Life) {
  const whole = happenings.flatMap(({ data }) => ('items' in data ? [data] : [])).at(-1) ?? anOrder(externalOrderId)
  const lastStatement = happenings
    .filter(({ data, isHold }) => isHold || 'items' in data)
    .toSorted((one, other) => one.minute - other.minute)
    .at(-1)
  const isOnHold = lastStatement?.isHold ?? (lastStatement !== undefined && 'hold' in lastStatement.data)
  const isCancelled = happenings.some(({ type }) => type === 'order.cancelled')
  const cents = whole.items.reduce((sum, { quantity, unitPrice }) => sum + quantity * Number(unitPrice) * 100, 0)
  return {
    externalOrderId,
    status: isCancelled ? 'cancelled' : 'placed',
    channelHold: isOnHold ? shopHold.code : null,
    total: (cents / 100).toFixed(2),
    city: whole.shippingAddress.city,
    lines: whole.items
      .map(({ sku, quantity }) => ({ sku, quantity, isKnown: true, held: isCancelled ? 0 : quantity }))
      .sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

function submit({ ctx, shop }: IntakeFixture, { externalOrderId, happenings }: Life) {
  const order = OrderData.parse(happenings[0]?.data)
  const by = { type: 'api_key', name: shop.name, channelId: shop.id } as const
  const bodies = { channelId: shop.id, externalOrderId, eventType: 'order.created', at: null, order, by } as const
  return ctx.transaction((tx) => ingestEvents(tx, ctx, [bodies]))
}

const bodyOf = ({ type, minute, data, isHold }: Happening): string =>
  isHold ? heldBody(minute, data.externalOrderId) : orderEventBody(type, minute, data)

it('orders end the same in whatever order, number, batches and ways events arrive', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ lives, repeated, batch, byApi }) => {
      const fixture = await createIntakeFixture(withHeldReadings(test.deps))
      const submissions = [...byApi]
      for (let from = 0; from < repeated.length; from += batch) {
        const bodies = repeated.slice(from, from + batch)
        await fixture.deliverAll(bodies.map(bodyOf))
        const submitted = submissions.splice(0, 1).map((life) => submit(fixture, life))
        await Promise.all([fixture.processInbox(), fixture.processInbox(), ...submitted])
      }
      expect(await fixture.orders()).toMatchObject(lives.map(expected))
      const lines = lives.flatMap((life) => expected(life).lines)
      const heldOf = (sku: string) => lines.filter((line) => line.sku === sku).reduce((sum, { held }) => sum + held, 0)
      expect(await fixture.held()).toEqual({ MUG: heldOf('MUG'), 'TEE-L': heldOf('TEE-L') })
    }),
    { numRuns: 10 },
  )
})
