import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getStockDetailOrThrow } from '#server/features/inventory/sku-stock-queries.ts'
import { listSkuChoices } from '#server/features/channels/items/list-sku-choices.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channelItems, listings } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { mapSku } from './map-sku.ts'
import { unmapSku } from './unmap-sku.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const person = { type: 'user', userId: newId(), role: 'ops', name: 'Olga' } as const
const as = ({ companyId }: IntakeFixture) => companyContext(test.deps, { actor: person, origin: noOrigin }, companyId)
const sold = (sku: string, quantity = 1) => ({ items: [{ sku, quantity, unitPrice: '8.00', title: 'Blue cup' }] })

async function ingest(fixture: IntakeFixture, ...ids: string[]) {
  for (const id of ids) await fixture.deliver(orderEventBody('order.created', 1, anOrder(id, sold('cup'))))
  await fixture.processInbox()
}

/** Two orders of a code that is mapped to the mug. */
async function buildMapped() {
  const fixture = await createIntakeFixture(test.deps, { channel: { config: { autoFulfill: true } } })
  await ingest(fixture, '1', '2')
  const mapping = { channelId: fixture.shop.id, code: 'cup', skuId: fixture.skuId('MUG') }
  await mapSku(as(fixture), mapping)
  return { fixture, mapping }
}

describe('undoing a mapping', () => {
  it('takes open orders and future ones back to waiting for a SKU', async () => {
    const { fixture, mapping } = await buildMapped()
    expect(await fixture.held()).toMatchObject({ MUG: 2 })
    expect(await unmapSku(as(fixture), mapping)).toEqual({ lines: 2, orders: 2 })
    expect(await fixture.held()).toMatchObject({ MUG: 0 })
    await ingest(fixture, '3')
    const unknown = { code: 'unmapped_sku', reason: 'Unknown SKU: cup' }
    expect(await fixture.open()).toEqual([unknown, unknown, unknown])
    const [order] = await fixture.orders()
    expect(order).toMatchObject({ fulfillAfter: null })
    expect((await fixture.timelineOf(order?.id ?? '')).at(-1)).toMatchObject({
      event: 'order.sku_unmapped',
      description: 'cup no longer stands for MUG.',
    })
    expect(await fixture.ctx.transaction((tx) => tx.select().from(channelItems))).toEqual([])
    expect(await fixture.ctx.transaction((tx) => tx.select().from(listings))).toMatchObject([{ externalId: null }])
    expect(await auditedChanges(test.deps.db, fixture.companyId, 'sku.unmap')).toMatchObject([
      { changes: { after: { lines: 2 } } },
    ])
    expect(await unmapSku(as(fixture), mapping)).toEqual({ lines: 0, orders: 0 })
  })

  it('leaves orders alone that were sent', async () => {
    const { fixture, mapping } = await buildMapped()
    await fixture.ctx.transaction((tx) =>
      tx.update(orders).set({ status: 'sent_to_fulfillment' }).where(eq(orders.externalOrderId, '1')),
    )
    expect(await unmapSku(as(fixture), mapping)).toEqual({ lines: 1, orders: 1 })
    expect(await fixture.held()).toMatchObject({ MUG: 1 })
  })

  it('can be followed by mapping the code to another SKU', async () => {
    const { fixture, mapping } = await buildMapped()
    await unmapSku(as(fixture), mapping)
    const other = { ...mapping, skuId: fixture.skuId('TEE-L') }
    expect(await mapSku(as(fixture), other)).toMatchObject({ sku: 'TEE-L', lines: 2, orders: 2 })
    expect(await fixture.held()).toEqual({ MUG: 0, 'TEE-L': 2 })
    expect(await fixture.open()).toEqual([])
  })
})

describe('mapping a code', () => {
  it('can make the SKU, with a product of the title', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await ingest(fixture, '1')
    const mapping = { channelId: fixture.shop.id, code: 'cup', newSku: { sku: 'CUP-1', title: 'Blue cup' } }
    const { skuId, lines } = await mapSku(as(fixture), mapping)
    expect(lines).toBe(1)
    const [made] = await fixture.ctx.transaction((tx) => tx.select().from(skus).where(eq(skus.id, skuId)))
    expect(made).toMatchObject({ sku: 'CUP-1', isActive: true })
    expect(await fixture.open()).toMatchObject([{ code: 'not_enough_stock' }])
    const again = { ...mapping, code: 'cup-2', newSku: { sku: 'cup-1', title: 'Another' } }
    await expect(mapSku(as(fixture), again)).rejects.toThrow('SKU cup-1 already exists. Choose it from the list.')
  })

  it('remembers several codes per SKU, which the SKU shows', async () => {
    const { fixture, mapping } = await buildMapped()
    await mapSku(as(fixture), { ...mapping, code: 'beaker' })
    const detail = await fixture.ctx.transaction((tx) => getStockDetailOrThrow(tx, fixture.companyId, mapping.skuId))
    const { name: channelName, id: channelId } = fixture.shop
    expect(detail.codes).toEqual([
      { channelId, channelName, code: 'beaker', externalId: null, title: 'beaker' },
      { channelId, channelName, code: 'cup', externalId: null, title: 'Blue cup' },
    ])
    await fixture.deliver(orderEventBody('order.created', 1, anOrder('9', sold('beaker'))))
    await fixture.processInbox()
    expect(await fixture.open()).toEqual([])
  })
})

describe('the SKUs to choose from', () => {
  it('begin with the likely ones, each with its stock and whether Amazon can ship it', async () => {
    const fixture = await createIntakeFixture(test.deps, { stock: { ANVIL: 1 } })
    const { db } = test.deps
    const cup = await buildSku(db, fixture.companyId, { sku: 'CUP-BLUE', title: 'Blue cup', stockHolder: 'amazon' })
    const code = await buildSku(db, fixture.companyId, { sku: 'ZZ-CUP', title: 'Vase', safetyBuffer: 1 })
    await countStock(db, fixture.companyId, cup.id, { available: 7 })
    await countStock(db, fixture.companyId, code.id, { available: 3 })
    const question = { channelId: fixture.shop.id, code: 'zzcup', title: 'Blue cup' }
    const { rows, total } = await listSkuChoices(as(fixture), question)
    expect(total).toBe(3)
    expect(
      rows
        .map(({ sku }) => sku)
        .slice(0, 2)
        .sort(),
    ).toEqual(['CUP-BLUE', 'ZZ-CUP'])
    expect(rows.find(({ sku }) => sku === 'CUP-BLUE')).toMatchObject({
      sellable: 7,
      isAtAmazon: true,
      evidence: 'Similar title',
    })
    expect(rows.find(({ sku }) => sku === 'ZZ-CUP')).toMatchObject({
      sellable: 2,
      isAtAmazon: false,
      evidence: 'Code zzcup differs only in dashes, spaces or capitals',
    })
    expect(rows[2]).toMatchObject({ sku: 'ANVIL', evidence: null })
  })

  it.each(['tee', 'l TEE'])('are found by the words of code and title, without suggestions: %s', async (search) => {
    const fixture = await createIntakeFixture(test.deps)
    const question = { channelId: fixture.shop.id, code: 'MUG', search }
    expect(await listSkuChoices(as(fixture), question)).toMatchObject({
      total: 1,
      rows: [{ sku: 'TEE-L', evidence: null }],
    })
  })
})
