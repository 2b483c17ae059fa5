import { expect, test } from 'vitest'
import { createShopifyStore, offerOf } from '#server/testing/shopify-store-fixture.ts'

const availableOf = ({ levels }: { levels: Record<string, { available: number }> }) =>
  Object.values(levels).map(({ available }) => available)

test('variants are listed with their codes, ids and stock, and why one can’t take a quantity', async () => {
  const { channel, connection, addVariant } = await createShopifyStore()
  const tee = addVariant({
    sku: 'TEE-L',
    barcode: '0123',
    productTitle: 'Tee',
    title: 'Large',
    imageUrl: 'https://x/t',
  })
  addVariant({ sku: null, isTracked: false, productTitle: 'Poster' })
  addVariant({ sku: 'SET', requiresComponents: true, available: null })
  addVariant({ sku: 'OLD', productStatus: 'ARCHIVED' })
  const { items, cursor } = await channel.listItems(connection, null)
  expect(cursor).toBeNull()
  expect(items).toMatchObject([
    {
      externalId: String(tee.id),
      refs: offerOf(tee, 0, 0).items[0]?.refs,
      title: 'Tee',
      variant: 'Large',
      sku: 'TEE-L',
      barcode: '0123',
      price: '19.00',
      currency: 'USD',
      imageUrl: 'https://x/t',
      quantity: 10,
      obstacle: null,
    },
    { sku: null, variant: null, quantity: null, obstacle: expect.stringContaining('Track quantity') },
    { sku: 'SET', quantity: null, obstacle: expect.stringContaining('bundle') },
  ])
})

test('a long catalog is listed by pages', async () => {
  const { channel, connection, addVariant } = await createShopifyStore()
  for (let count = 0; count < 260; count += 1) addVariant({ sku: `S-${count}` })
  const first = await channel.listItems(connection, null)
  const second = await channel.listItems(connection, first.cursor)
  expect([first.items.length, second.items.length, second.cursor]).toEqual([250, 10, null])
})

test('quantities are set in one call and confirmed for each item', async () => {
  const { shop, channel, connection, addVariant } = await createShopifyStore()
  const [tee, mug] = [addVariant({ sku: 'TEE-L', available: 10 }), addVariant({ sku: 'MUG-1', available: 30 })]
  const unlisted = { ...offerOf(tee, 1, 1), sku: 'CAP', items: [] }
  const results = await channel.pushOffers(connection, [offerOf(tee, 4, 10), offerOf(mug, 0, 30), unlisted])
  expect(results).toEqual(
    expect.arrayContaining([
      { sku: 'CAP', outcome: 'not_listed' },
      { sku: 'TEE-L', externalId: String(tee.id), outcome: 'confirmed', quantity: 4 },
      { sku: 'MUG-1', externalId: String(mug.id), outcome: 'confirmed', quantity: 0 },
    ]),
  )
  expect([tee, mug].flatMap(availableOf)).toEqual([4, 0])
  expect(shop.stats.operations['SetAvailable']).toBe(1)
})

test('a sale that we know of already is confirmed without a second write', async () => {
  const { channel, connection, addVariant, placeOrder } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: 10 })
  await placeOrder()
  expect(await channel.pushOffers(connection, [offerOf(tee, 9, 10)])).toMatchObject([
    { outcome: 'confirmed', quantity: 9 },
  ])
  expect(availableOf(tee)).toEqual([9])
})

async function storeWithTee() {
  const store = await createShopifyStore()
  const tee = store.addVariant({ sku: 'TEE-L', available: 10 })
  return {
    ...store,
    tee,
    push: (sellable: number) => store.channel.pushOffers(store.connection, [offerOf(tee, sellable, 10)]),
    /** Reads the orders so long after that Shopify's search shows them. */
    async readOrders(seconds = 10) {
      store.emulator.clock.advance(seconds * 1000)
      await store.channel.poll(store.connection, null)
    },
  }
}

test('units of a sale that is not read yet are not put back until the orders have been read', async () => {
  const { tee, push, readOrders, placeOrder } = await storeWithTee()
  await placeOrder({ lines: [{ sku: 'TEE-L', quantity: 2 }] })
  expect(await push(10)).toMatchObject([{ sku: 'TEE-L', externalId: String(tee.id), outcome: 'stale' }])
  await readOrders(5)
  expect(await push(10)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([8])
  await readOrders()
  expect(await push(9)).toMatchObject([{ outcome: 'confirmed', quantity: 9 }])
  expect(availableOf(tee)).toEqual([9])
})

test('an item with an unread sale does not keep back the others', async () => {
  const { tee, channel, connection, addVariant, placeOrder } = await storeWithTee()
  const mug = addVariant({ sku: 'MUG-1', available: 30 })
  await placeOrder()
  const results = await channel.pushOffers(connection, [offerOf(tee, 10, 10), offerOf(mug, 7, 30)])
  expect(results).toEqual([
    { sku: 'TEE-L', externalId: String(tee.id), outcome: 'stale' },
    { sku: 'MUG-1', externalId: String(mug.id), outcome: 'confirmed', quantity: 7 },
  ])
})

test('fewer units are set at once even when something was sold meanwhile', async () => {
  const { tee, push, readOrders, placeOrder } = await storeWithTee()
  await placeOrder()
  expect(await push(4)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([3])
  expect(await push(2)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([1])
  await readOrders()
  expect(await push(4)).toMatchObject([{ outcome: 'confirmed' }])
  expect(availableOf(tee)).toEqual([4])
})

test('units that were read meanwhile are no longer subtracted, while those of a later sale are', async () => {
  const { tee, push, readOrders, placeOrder } = await storeWithTee()
  await placeOrder()
  await push(4)
  await readOrders()
  await placeOrder({ lines: [{ sku: 'TEE-L', quantity: 2 }] })
  expect(await push(4)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([1])
  await readOrders()
  await push(4)
  expect(availableOf(tee)).toEqual([4])
})

test('a refund that put units back does not hide a sale: more are set only when the orders have been read', async () => {
  const { channel, connection, tee, readOrders, placeOrder, control } = await storeWithTee()
  // The refund is known, and the next sale is not: the store has as many as before both.
  await control('POST', 'shops/northfield/restock', { sku: 'TEE-L', available: 11 })
  await placeOrder()
  const push = (sellable: number) => channel.pushOffers(connection, [offerOf(tee, sellable, null)])
  expect(await push(11)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([10])
  expect(await push(3)).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([3])
  await readOrders()
  expect(await push(10)).toMatchObject([{ outcome: 'confirmed', quantity: 10 }])
  expect(availableOf(tee)).toEqual([10])
})

test('a level that was read before a refund is not compared with after it', async () => {
  const { channel, connection, tee, push, readOrders, placeOrder, control } = await storeWithTee()
  await placeOrder({ lines: [{ sku: 'TEE-L', quantity: 2 }] })
  expect(await push(10)).toMatchObject([{ outcome: 'stale' }])
  await readOrders()
  await control('POST', 'shops/northfield/restock', { sku: 'TEE-L', available: 9 })
  await placeOrder()
  // The orders were read before the last sale, after which the store has as many as before the refund.
  const unknown = offerOf(tee, 10, null)
  expect(await channel.pushOffers(connection, [unknown])).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([8])
  // The same again while the quantity is not known yet.
  await readOrders()
  await control('POST', 'shops/northfield/restock', { sku: 'TEE-L', available: 9 })
  await placeOrder()
  const again = { ...unknown, items: unknown.items.map((item) => ({ ...item, version: 'a second refund' })) }
  expect(await channel.pushOffers(connection, [again])).toMatchObject([{ outcome: 'stale' }])
  expect(availableOf(tee)).toEqual([8])
})

test('a restock in the store is overwritten', async () => {
  const { channel, connection, addVariant, control } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: 10 })
  await control('POST', 'shops/northfield/restock', { sku: 'TEE-L', available: 25 })
  await channel.pushOffers(connection, [offerOf(tee, 7, 10)])
  expect(availableOf(tee)).toEqual([7])
})

test('an item that is not stocked at the location is stocked there', async () => {
  const { channel, connection, addVariant } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: null })
  expect(await channel.pushOffers(connection, [offerOf(tee, 7, null)])).toMatchObject([{ outcome: 'confirmed' }])
  expect(availableOf(tee)).toEqual([7])
})

test('an item that Shopify refuses does not keep back the others', async () => {
  const { channel, connection, addVariant } = await createShopifyStore()
  const [tee, set] = [addVariant({ sku: 'TEE-L' }), addVariant({ sku: 'SET', requiresComponents: true })]
  const results = await channel.pushOffers(connection, [offerOf(set, 3, 10), offerOf(tee, 4, 10)])
  expect(results).toEqual(
    expect.arrayContaining([
      { sku: 'SET', externalId: String(set.id), outcome: 'rejected', reason: expect.stringContaining('bundle') },
      { sku: 'TEE-L', externalId: String(tee.id), outcome: 'confirmed', quantity: 4 },
    ]),
  )
})

test('after a lost answer the level decides', async () => {
  const { emulator, channel, connection, addVariant } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: 10 })
  emulator.faults.add({ kind: 'drop-after-acting', operation: 'SetAvailable' })
  await expect(channel.pushOffers(connection, [offerOf(tee, 4, 10)])).rejects.toMatchObject({ mayHaveHappened: true })
  expect(await channel.pushOffers(connection, [offerOf(tee, 4, 10)])).toMatchObject([{ outcome: 'confirmed' }])
  expect(availableOf(tee)).toEqual([4])
})

test('prices are sent only where an offer has one, and never in another currency', async () => {
  const { shop, channel, connection, addVariant } = await createShopifyStore()
  const [tee, mug, cap] = ['TEE-L', 'MUG-1', 'CAP'].map((sku) => addVariant({ sku }))
  if (!tee || !mug || !cap) throw new Error('There are three.')
  const results = await channel.pushOffers(connection, [
    offerOf(tee, 10, 10, { price: '21.50' }),
    offerOf(mug, 10, 10),
    offerOf(cap, 10, 10, { price: '18.00', currency: 'EUR' }),
  ])
  expect([tee, mug, cap].map(({ priceCents }) => priceCents)).toEqual([2150, 1900, 1900])
  expect(results[2]).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('currency (USD)') })
  expect(shop.stats.operations['SetPrices']).toBe(1)
})
