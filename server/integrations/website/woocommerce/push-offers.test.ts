import { expect, test } from 'vitest'
import { newProduct } from '#emulators/woocommerce/first-shop.ts'
import { createWooFixture, wooOffer } from '#server/testing/woocommerce-shop-fixture.ts'

const variation = (productId: number, variationId: number) => ({
  items: [
    {
      externalId: String(variationId),
      refs: { productId: String(productId), variationId: String(variationId) },
      quantity: null,
    },
  ],
})

test('a quantity is confirmed only by a product that the shop counts', async () => {
  const { adapter, connection, shop, woo } = await createWooFixture()
  const results = await adapter.pushOffers(connection, [
    wooOffer('MILL', 11, 44),
    wooOffer('CAP-B', 0, 3, variation(20, 21)),
    wooOffer('SOCK-S', 0, 5, variation(30, 31)),
    wooOffer('TOWEL', 14, 5),
    wooOffer('GONE', 999, 5),
    wooOffer('NEVER', 0, 5, { items: [] }),
  ])
  expect(Object.fromEntries(results.map(({ sku, ...result }) => [sku, result]))).toEqual({
    MILL: { externalId: '11', outcome: 'confirmed', quantity: 44 },
    'CAP-B': { externalId: '21', outcome: 'confirmed', quantity: 3 },
    'SOCK-S': { externalId: '31', outcome: 'rejected', reason: expect.stringContaining('share one stock') },
    TOWEL: { externalId: '14', outcome: 'rejected', reason: expect.stringContaining('off for this product') },
    GONE: { externalId: '999', outcome: 'not_listed' },
    NEVER: { outcome: 'not_listed' },
  })
  expect(shop.products.find(({ id }) => id === 30)?.stockQuantity).toBe(20)
  expect(shop.products.find(({ id }) => id === 14)?.manageStock).toBe(false)
  expect(woo.state.violations).toEqual([])
})

test('nothing is confirmed while the shop manages no stock at all', async () => {
  const { adapter, connection } = await createWooFixture({ managesStock: false })
  const state = { ...connection.state, managesStock: false }
  expect(await adapter.pushOffers({ ...connection, state }, [wooOffer('MILL', 11, 44)])).toEqual([
    { sku: 'MILL', externalId: '11', outcome: 'rejected', reason: expect.stringContaining('off for the whole shop') },
  ])
})

test('a price is sent only in the shop’s currency, and never ends a sale', async () => {
  const { adapter, connection, shop } = await createWooFixture()
  const board = () => shop.products.find(({ id }) => id === 12)
  await adapter.pushOffers(connection, [wooOffer('BOARD', 12, 4)])
  expect(board()).toMatchObject({ regularPrice: 3800, salePrice: 3200, stockQuantity: 4 })
  await adapter.pushOffers(connection, [wooOffer('BOARD', 12, 4, { price: '1.00', currency: 'EUR' })])
  expect(board()).toMatchObject({ regularPrice: 3800, salePrice: 3200 })
  await adapter.pushOffers(connection, [wooOffer('BOARD', 12, 4, { price: '39.50' })])
  expect(board()).toMatchObject({ regularPrice: 3950, salePrice: 3200 })
})

test('more than 100 products are sent in several calls', async () => {
  const products = Array.from({ length: 230 }, (_, index) => newProduct({ id: 500 + index, name: `P${index}` }))
  const { adapter, connection, woo } = await createWooFixture({ products })
  const offers = products.map(({ id }) => wooOffer(`S-${id}`, id, 7))
  const results = await adapter.pushOffers(connection, offers)
  expect(results.filter(({ outcome }) => outcome === 'confirmed')).toHaveLength(230)
  expect(woo.state.requests).toBe(3)
})
