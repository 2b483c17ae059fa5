import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelItems } from '#server/platform/db/schema/channels.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { mapSku } from '../actions/map-sku.ts'
import { listAttention } from '../attention/list-attention.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

/** A variation without a code of its own carries the code of its product. */
const line = (externalId: string | null, title: string, sku = 'SHIRT') => ({
  sku,
  title,
  quantity: 1,
  unitPrice: '19.00',
  ...(externalId && { externalId, externalItemId: `line-${externalId}` }),
})

async function ingest(fixture: IntakeFixture, externalOrderId: string, ...items: object[]) {
  await fixture.deliver(orderEventBody('order.updated', 5, anOrder(externalOrderId, { items })))
  await fixture.processInbox()
}

const skusOf = async ({ ctx }: IntakeFixture) => {
  const rows = await ctx.transaction((tx) => tx.select().from(orderItems).orderBy(orderItems.id))
  return rows.map(({ title, skuId }) => [title, skuId] as const)
}

const addItem = (fixture: IntakeFixture, item: Partial<typeof channelItems.$inferInsert> & { externalId: string }) =>
  fixture.ctx.transaction((tx) =>
    tx.insert(channelItems).values({
      companyId: fixture.companyId,
      channelId: fixture.shop.id,
      title: 'Listed',
      ...(item.skuId && { matchedBy: 'sku' as const }),
      ...item,
    }),
  )

describe('variations that carry the code of their product', () => {
  it('are mapped one by one, each under its own title, now and in future orders', async () => {
    const fixture = await createIntakeFixture(test.deps)
    const { ctx, shop } = fixture
    await ingest(fixture, '1', line('small', 'Shirt, small'), line('large', 'Shirt, large'))
    const { rows } = await listAttention(ctx, { limit: 10 })
    expect(rows[0]).toMatchObject({
      unknownSkus: ['SHIRT'],
      unknownItems: [
        { code: 'SHIRT', externalId: 'small', title: 'Shirt, small' },
        { code: 'SHIRT', externalId: 'large', title: 'Shirt, large' },
      ],
    })
    const mapping = { channelId: shop.id, code: 'SHIRT', skuId: fixture.skuId('TEE-L') }
    const reply = { skuId: mapping.skuId, sku: 'TEE-L', lines: 1, orders: 1 }
    expect(await mapSku(ctx, { ...mapping, externalId: 'large' })).toEqual(reply)
    await ingest(fixture, '2', line('large', 'Shirt, large'), line('small', 'Shirt, small'), line(null, 'Shirt'))
    expect(await skusOf(fixture)).toEqual([
      ['Shirt, small', null],
      ['Shirt, large', fixture.skuId('TEE-L')],
      ['Shirt, large', fixture.skuId('TEE-L')],
      ['Shirt, small', null],
      ['Shirt', null],
    ])
  })

  it('are not taken for a SKU of that name once the shop is known to have no code of them', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await addItem(fixture, { externalId: 'small', sku: null })
    await addItem(fixture, { externalId: 'own', sku: 'TEE-L' })
    await ingest(
      fixture,
      '1',
      line('small', 'No code', 'TEE-L'),
      line('own', 'Own code', 'TEE-L'),
      line('new', 'New', 'tee-l'),
    )
    expect(await skusOf(fixture)).toEqual([
      ['No code', null],
      ['Own code', fixture.skuId('TEE-L')],
      ['New', fixture.skuId('TEE-L')],
    ])
  })
})

describe('lines that have only a code', () => {
  it('are mapped by it, and several codes of one SKU are remembered', async () => {
    const fixture = await createIntakeFixture(test.deps)
    const mapping = { channelId: fixture.shop.id, skuId: fixture.skuId('MUG') }
    for (const code of ['CUP', 'CUP-OLD', 'CUP-NEW']) await mapSku(fixture.ctx, { ...mapping, code })
    await ingest(fixture, '1', line(null, 'a', 'CUP'), line(null, 'b', 'CUP-OLD'), line('x', 'c', 'CUP-NEW'))
    expect((await skusOf(fixture)).map(([, skuId]) => skuId)).toEqual(Array(3).fill(fixture.skuId('MUG')))
    const { rows } = await fixture.ctx.transaction((tx) => tx.execute(sql`select external_id from listings`))
    expect(rows).toEqual([{ external_id: 'CUP' }])
  })
})

describe('a product that the shop renames', () => {
  it('keeps its line, its SKU and its hold', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await addItem(fixture, { externalId: '42', sku: 'SHIRT', skuId: fixture.skuId('TEE-L') })
    await ingest(fixture, '1', line('42', 'Shirt'))
    await fixture.deliver(orderEventBody('order.updated', 9, anOrder('1', { items: [line('42', 'Blouse', 'BLOUSE')] })))
    await fixture.processInbox()
    expect(await skusOf(fixture)).toEqual([['Blouse', fixture.skuId('TEE-L')]])
    expect(await fixture.held()).toMatchObject({ 'TEE-L': 1 })
    expect(await fixture.open()).toEqual([])
  })
})
