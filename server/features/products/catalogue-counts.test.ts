import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '#server/platform/db/client.ts'
import { catalogueCounters, products, skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { randomFrom } from '#server/testing/random.ts'
import { listProducts, countActiveSkus } from './queries.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function seller() {
  const { id: companyId } = await buildCompany(test.db)
  return { companyId, inCompany: <T>(work: (tx: Tx) => Promise<T>) => test.db.inCompany(companyId, work) }
}

const productOf = (companyId: string) => ({ companyId, id: newId(), title: 'Kettle' })
const skuOf = (companyId: string, productId: string, isActive = true) => {
  const id = newId()
  return { companyId, id, productId, sku: id, isActive }
}

async function tallied(tx: Tx) {
  const { total } = await listProducts(tx, { limit: 1 })
  return { products: total, activeSkus: await countActiveSkus(tx) }
}

async function counted(tx: Tx) {
  return { products: await tx.$count(products), activeSkus: await tx.$count(skus, sql`${skus.isActive}`) }
}

const countRows = (tx: Tx) => tx.$count(catalogueCounters)

it('the counters of products and active SKUs are exact, whatever happens to them', async () => {
  const { companyId, inCompany } = await seller()
  const random = randomFrom(10)
  const some = <T>(all: readonly T[]) => all.filter(() => random() < 0.3)
  for (let round = 0; round < 12; round += 1) {
    await inCompany(async (tx) => {
      const added = Array.from({ length: Math.ceil(random() * 4) }, () => productOf(companyId))
      await tx.insert(products).values(added)
      const children = added.flatMap(({ id }) => [skuOf(companyId, id), skuOf(companyId, id, random() < 0.5)])
      await tx.insert(skus).values(children)
      const all = await tx.select({ id: skus.id, productId: skus.productId }).from(skus)
      const switched = some(all).map(({ id }) => id)
      await tx.update(skus).set({ isActive: false }).where(inArray(skus.id, switched))
      await tx
        .update(skus)
        .set({ isActive: sql`not ${skus.isActive}`, price: '5.00' })
        .where(inArray(skus.id, switched.slice(1)))
      const gone = some(all).map(({ productId }) => productId)
      await tx.delete(skus).where(inArray(skus.productId, gone))
      await tx.delete(products).where(inArray(products.id, gone))
    })
    await inCompany(async (tx) => {
      expect(await tallied(tx)).toEqual(await counted(tx))
      expect(await countRows(tx)).toBe(1)
    })
  }
})

it('a change that leaves the numbers as they are adds no counter row', async () => {
  const { companyId, inCompany } = await seller()
  const product = productOf(companyId)
  await inCompany(async (tx) => {
    await tx.insert(products).values(product)
    await tx.insert(skus).values([skuOf(companyId, product.id), skuOf(companyId, product.id, false)])
    const before = await tx.select().from(catalogueCounters)
    await tx.update(skus).set({ price: '7.00', isActive: sql`not ${skus.isActive}` })
    await tx.insert(skus).values(skuOf(companyId, product.id, false))
    expect(await tx.select().from(catalogueCounters)).toEqual(before)
  })
})

it('concurrent writers neither wait for each other nor lose counts, and the next one compacts them', async () => {
  const { companyId, inCompany } = await seller()
  const add = (tx: Tx) => tx.insert(products).values(productOf(companyId))
  await inCompany(add)
  await inCompany(async (slow) => {
    await add(slow)
    await Promise.all([inCompany(add), inCompany(add)])
    expect((await inCompany(tallied)).products).toBe(3)
    expect((await tallied(slow)).products).toBe(4)
  })
  const givenUp = inCompany(async (tx) => {
    await add(tx)
    throw new Error('given up')
  })
  await expect(givenUp).rejects.toThrow('given up')
  expect(await inCompany(tallied)).toEqual({ products: 4, activeSkus: 0 })
  expect(await inCompany(countRows)).toBeGreaterThan(1)
  await inCompany(add)
  expect(await inCompany(tallied)).toEqual({ products: 5, activeSkus: 0 })
  expect(await inCompany(countRows)).toBe(1)
})
