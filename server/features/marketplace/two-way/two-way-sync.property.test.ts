import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StockedItem } from '#emulators/amazon/stocked-items.ts'
import {
  beginSimulation,
  expectEqualSides,
  syncUntilQuiet,
  applyStep,
  type Step,
} from '#server/testing/two-way-simulation/simulation.ts'
import { countInLockstep, readAmazon, type Field } from '#server/testing/two-way-simulation/both-sides.ts'
import {
  connectSeller,
  startTwoWayEmulation,
  sync,
  type TwoWayEmulation,
} from '#server/testing/two-way-simulation/fixture.ts'

let emulation: TwoWayEmulation
beforeAll(async () => {
  emulation = await startTwoWayEmulation()
  Object.assign(emulation.amazon.state.processing, { listing: 60, reportQueue: 0, report: 0 })
})
afterAll(() => emulation.close())

const item = (sku: string, given: Partial<StockedItem> = {}): StockedItem => ({
  sku,
  title: `Title of ${sku}`,
  brand: 'Northfield',
  description: 'A thing for the trail.',
  bullets: ['Light', 'Stackable'],
  price: 18.5,
  fulfilledBy: 'merchant',
  quantity: 8,
  ...given,
})

const atAmazon = 'FBA'
const twins = ['TWIN-1', 'TWIN-2']
/** A single SKU, one whose code must be encoded, two of one product, and one stocked by Amazon. */
const items = [
  item('SOLO'),
  item('A/B, %C'),
  ...twins.map((sku) => item(sku, { asin: 'B0TWINS001' })),
  item(atAmazon, { fulfilledBy: 'amazon', fulfillable: 9 }),
]
const codes = items.map(({ sku }) => sku)
const merchantCodes = codes.filter((sku) => sku !== atAmazon)
const fields: Field[] = ['title', 'price', 'brand', 'description', 'bulletPoints']

/** Few values, so that equal ones occur by chance and look like echoes. */
const words = ['One', 'Two', 'Three', 'Four']
const valueOf = (field: Field, pick: number) => (field === 'price' ? `2${pick}.00` : `${words[pick]}`)
const anEdit = <Does extends 'edit here' | 'edit there'>(does: Does, skus: string[], names: Field[]) =>
  fc
    .record({ sku: fc.constantFrom(...skus), field: fc.constantFrom(...names), pick: fc.nat(words.length - 1) })
    .map(({ sku, field, pick }) => ({ does, sku, field, value: valueOf(field, pick) }))

const editable = fields.filter((field) => field !== 'bulletPoints')
const edits = fc.oneof(
  { weight: 5, arbitrary: anEdit('edit here', codes, editable) },
  // A field of a product with several SKUs is only sent to Amazon.
  { weight: 4, arbitrary: anEdit('edit there', ['SOLO', 'A/B, %C', atAmazon], fields) },
  { weight: 1, arbitrary: anEdit('edit there', twins, ['title', 'price']) },
)
const stock = fc.record({
  does: fc.constantFrom('count here' as const, 'sell there' as const),
  sku: fc.constantFrom(...merchantCodes),
  units: fc.nat(9),
})
const wait = fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(5, 30, 600, 1_800) })
/** An answer is lost before or after Amazon has acted, once or for good. */
const fault = fc.record({
  kind: fc.constantFrom('drop' as const, 'drop-after-acting' as const, 'error-503' as const, 'throttle' as const),
  operation: fc.constantFrom('patchListingsItem', 'searchListingsItems', '*'),
  next: fc.constantFrom(1, 3, 200),
})
const kill = fc.record({ at: fc.integer({ min: 1, max: 20 }), isAfter: fc.boolean() })
const aSync = fc.record({
  does: fc.constant('sync' as const),
  fault: fc.option(fault, { freq: 1 }),
  kill: fc.option(kill, { freq: 1 }),
})

/** A sent value is edited again before Amazon shows it; most often its answer was lost too. */
const lostAnswer = { kind: 'drop-after-acting', operation: 'patchListingsItem', next: 200 } as const
const haste = fc
  .record({
    edit: anEdit('edit here', ['SOLO', 'TWIN-1'], ['title', 'price']),
    attempt: fc.oneof(aSync, fc.constant({ does: 'sync' as const, fault: lostAnswer, kill: null })),
    pick: fc.nat(words.length - 1),
  })
  .map(({ edit, attempt, pick }): Step[] => [edit, attempt, { ...edit, value: valueOf(edit.field, pick) }])

const single = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 8, arbitrary: edits },
  { weight: 2, arbitrary: stock },
  { weight: 2, arbitrary: wait },
  { weight: 5, arbitrary: aSync },
)
const steps = fc
  .array(fc.oneof({ weight: 8, arbitrary: single.map((step) => [step]) }, { weight: 2, arbitrary: haste }), {
    minLength: 4,
    maxLength: 18,
  })
  .map((groups) => groups.flat())

it('a two-way sync ends with both sides equal, whatever was edited, lost or repeated on the way', async () => {
  let sure = 0
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const simulation = beginSimulation(await connectSeller(emulation, items))
      await sync(simulation)
      await countInLockstep(simulation, atAmazon, 9)
      for (const step of steps) await applyStep(simulation, step)
      await syncUntilQuiet(simulation)
      for (const sku of codes) sure += await expectEqualSides(simulation, sku, fields)
      expect(readAmazon(simulation, atAmazon).quantity, 'a quantity of what Amazon holds was sent').toBeNull()
    }),
    { numRuns: 6 },
  )
  expect(sure).toBeGreaterThan(0)
}, 60_000)
