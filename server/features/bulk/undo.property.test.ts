import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createSku, updateSku } from '#server/features/products/skus.ts'
import { updateProduct } from '#server/features/products/products.ts'
import { companyContext, noOrigin, type CompanyContext } from '#server/platform/context.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import {
  isSame,
  readCatalogueState,
  type CatalogueState,
  expectUndo,
  type SeenChange,
} from '#server/testing/undo-model.ts'
import { countStock } from '#server/testing/stock.ts'
import { applyRows } from '#server/testing/bulk-fixture.ts'
import { saveSheet } from './save-sheet.ts'
import { undoChangeSet } from './undo-change-set.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())

/** Few values, so that codes collide and values recur. */
const code = fc.constantFrom('A', 'B', 'C', 'D', 'E')
const title = fc.constantFrom('Cup', 'Mug', 'Jar')
const price = fc.constantFrom('1.00', '2.00', '3.00')
const quantity = fc.nat(2)
const asin = fc.constantFrom('B000000001', 'B000000002', null)
const category = fc.constantFrom('Bar', 'Kitchen', null)
const pick = fc.nat(9)

const bulkStep = fc.oneof(
  fc.record({
    step: fc.constant('upload' as const),
    rows: fc.uniqueArray(fc.record({ sku: code, title, price, quantity, asin, category }), {
      selector: ({ sku }) => sku,
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    step: fc.constant('sheet' as const),
    cells: fc.array(
      fc.record(
        { pick, sku: code, title, price: price.map(Number), quantity, asin, category },
        { requiredKeys: ['pick'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
)
const undoStep = fc.record({ step: fc.constant('undo' as const), pick })
const othersStep = fc.oneof(
  fc.record({
    step: fc.constant('edit SKU' as const),
    pick,
    changes: fc.record({ title, price, cost: price }, { requiredKeys: [] }),
  }),
  fc.record({
    step: fc.constant('edit product' as const),
    pick,
    changes: fc.record({ title, category: title, brand: title }, { requiredKeys: [] }),
  }),
  fc.record({ step: fc.constant('add SKU' as const), pick, sku: code }),
  fc.record({ step: fc.constant('Amazon counts' as const), pick, quantity }),
)
type Step = typeof bulkStep extends fc.Arbitrary<infer B> ? B : never
type OthersStep = typeof othersStep extends fc.Arbitrary<infer O> ? O : never

async function newCompany(): Promise<CompanyContext> {
  const { id } = await buildCompany(test.deps.db)
  const product = await buildProduct(test.deps.db, id, { title: 'Cup' })
  await buildSku(test.deps.db, id, { sku: 'A', productId: product.id })
  await buildSku(test.deps.db, id, { sku: 'B', productId: product.id, title: 'Mug' })
  await buildSku(test.deps.db, id, { sku: 'C', asin: 'B000000001' })
  return companyContext(test.deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, id)
}

const chosen = <T>(from: Iterable<T>, at: number): T | undefined => {
  const all = [...from]
  return all[at % Math.max(all.length, 1)]
}

/** A refused change leaves nothing behind; any other error fails the test. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

async function changeInBulk(ctx: CompanyContext, step: Step, state: CatalogueState): Promise<string | null> {
  if (step.step === 'upload') return applyRows(test.deps, ctx.companyId, step.rows)
  const updates = step.cells.flatMap(({ pick, ...cells }) => {
    const id = chosen(state.sku.keys(), pick)
    return id === undefined ? [] : [{ id, ...cells }]
  })
  if (updates.length === 0) return null
  const saved = await unlessRefused(saveSheet(ctx, { updates }))
  return saved?.changeSetId ?? null
}

async function changeByOthers(ctx: CompanyContext, step: OthersStep): Promise<void> {
  clock.advance(1)
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ id: string; productId: string; version: number; productVersion: number }>(sql`
      select s.id, s.product_id as "productId", s.version, p.version as "productVersion"
      from skus s join products p on p.id = s.product_id order by s.id`),
  )
  const sku = chosen(rows, step.pick)
  if (!sku) return
  const { productId, version } = sku
  switch (step.step) {
    case 'edit SKU':
      return void (await updateSku(ctx, { productId, skuId: sku.id, version, ...step.changes }))
    case 'edit product':
      return void (await updateProduct(ctx, { productId, version: sku.productVersion, ...step.changes }))
    case 'add SKU':
      return void (await unlessRefused(createSku(ctx, { productId, sku: step.sku })))
    case 'Amazon counts':
      await countStock(test.deps.db, ctx.companyId, sku.id, { available: step.quantity, readAt: clock.now() })
  }
}

type Done = SeenChange & { id: string }

/** Null when the step changed nothing, so that there is nothing to undo. */
async function doInBulk(ctx: CompanyContext, step: Step): Promise<Done | null> {
  const before = await readCatalogueState(test.deps.db, ctx.companyId)
  const id = await changeInBulk(ctx, step, before)
  const after = await readCatalogueState(test.deps.db, ctx.companyId)
  if (id === null) expect(after).toEqual(before)
  return id === null || isSame(stateText(before), stateText(after)) ? null : { id, before, after }
}

const stateText = ({ product, sku, stock }: CatalogueState) =>
  [product, sku, stock].map((things) => [...things].map((thing) => JSON.stringify(thing)).toSorted())

/** The result of an undo and its reported conflicts, beside the expected ones. */
async function undoAndLook(ctx: CompanyContext, { id, ...seen }: Done) {
  const expected = expectUndo(seen, await readCatalogueState(test.deps.db, ctx.companyId))
  const { conflicts } = await undoChangeSet(ctx, { changeSetId: id })
  const reported = conflicts.map(({ resource, label }) => `${resource} ${label}`).toSorted()
  return { expected, seen: { state: await readCatalogueState(test.deps.db, ctx.companyId), conflicts: reported } }
}

it('undo in any order restores untouched rows, and keeps and reports every later edit', async () => {
  const steps = fc.array(fc.oneof(bulkStep, bulkStep, othersStep, undoStep), { minLength: 3, maxLength: 9 })
  const order = fc.array(pick, { minLength: 9, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(steps, order, async (steps, order) => {
      const ctx = await newCompany()
      const done: Done[] = []
      const undoOne = async (at: number) => {
        const [change] = done.splice(at % Math.max(done.length, 1), 1)
        if (!change) return
        const { seen, expected } = await undoAndLook(ctx, change)
        expect(seen).toEqual(expected)
      }
      for (const step of steps) {
        if (step.step === 'undo') await undoOne(step.pick)
        else if (step.step === 'upload' || step.step === 'sheet')
          done.push(...[await doInBulk(ctx, step)].filter((one) => one !== null))
        else await changeByOthers(ctx, step)
      }
      for (const at of order) await undoOne(at)
    }),
    { numRuns: 20 },
  )
}, 180_000)

it('undoing everything, last change first, restores the initial state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bulkStep, { minLength: 2, maxLength: 6 }), async (steps) => {
      const ctx = await newCompany()
      const start = await readCatalogueState(test.deps.db, ctx.companyId)
      const done: Done[] = []
      for (const step of steps) done.unshift(...[await doInBulk(ctx, step)].filter((one) => one !== null))
      for (const { id } of done) expect(await undoChangeSet(ctx, { changeSetId: id })).toMatchObject({ conflicted: 0 })
      expect(await readCatalogueState(test.deps.db, ctx.companyId)).toEqual(start)
    }),
    { numRuns: 8 },
  )
}, 120_000)
