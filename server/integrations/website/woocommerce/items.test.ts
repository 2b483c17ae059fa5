import { expect, test } from 'vitest'
import { newProduct } from '#emulators/woocommerce/first-shop.ts'
import type { ChannelItem } from '#server/ports/channel.ts'
import { createWooFixture } from '#server/testing/woocommerce-shop-fixture.ts'

async function listAll({ adapter, connection }: Awaited<ReturnType<typeof createWooFixture>>): Promise<ChannelItem[]> {
  const items: ChannelItem[] = []
  for (let cursor: string | null = null; ;) {
    const page = await adapter.listItems(connection, cursor)
    items.push(...page.items)
    if (page.cursor === null) return items
    cursor = page.cursor
  }
}

test('products and variations are listed with their own codes and with what keeps them from taking stock', async () => {
  const fixture = await createWooFixture()
  expect(await listAll(fixture)).toEqual([
    {
      externalId: '11',
      refs: { productId: '11' },
      title: 'Salt & Pepper Mill',
      variant: null,
      sku: 'MILL-1',
      barcode: '4006381333931',
      price: '24.00',
      currency: 'USD',
      imageUrl: null,
      quantity: 10,
      obstacle: null,
    },
    expect.objectContaining({ externalId: '12', sku: 'BOARD-1', price: '38.00' }),
    expect.objectContaining({
      externalId: '14',
      quantity: null,
      obstacle: expect.stringContaining('off for this product'),
    }),
    expect.objectContaining({
      externalId: '21',
      refs: { productId: '20', variationId: '21' },
      title: 'Wool Cap',
      variant: 'Black',
      // WooCommerce shows the code of the product, which is not the variation's own.
      sku: null,
      quantity: 10,
    }),
    expect.objectContaining({ externalId: '22', variant: 'White', sku: null }),
    expect.objectContaining({
      externalId: '31',
      sku: 'SOCK-S',
      quantity: null,
      obstacle: expect.stringContaining('share one stock'),
    }),
  ])
  expect(fixture.woo.state.violations).toEqual([])
})

test('all pages of a large shop are listed', async () => {
  const products = Array.from({ length: 250 }, (_, index) =>
    newProduct({ id: 500 + index, name: `P${index}`, sku: `S${index}` }),
  )
  const items = await listAll(await createWooFixture({ products }))
  expect(new Set(items.map(({ sku }) => sku)).size).toBe(250)
})

test('a version that lists variations by product only is read too', async () => {
  const fixture = await createWooFixture({ version: '9.0.0' })
  const variants = (await listAll(fixture)).flatMap(({ variant }) => variant ?? [])
  expect(variants).toEqual(['Black', 'White', 'S'])
})
