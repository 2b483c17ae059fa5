import { expect, test } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
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

test('units of a sale that is not read yet are not put back, and the batch is tried again', async () => {
  const { channel, connection, addVariant, placeOrder } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: 10 })
  await placeOrder({ lines: [{ sku: 'TEE-L', quantity: 2 }] })
  await expect(channel.pushOffers(connection, [offerOf(tee, 10, 10)])).rejects.toBeInstanceOf(Unavailable)
  expect(availableOf(tee)).toEqual([8])
  // Fewer are set at once, less the units that may have been sold.
  await expect(channel.pushOffers(connection, [offerOf(tee, 5, 10)])).resolves.toMatchObject([{ quantity: 5 }])
})

test('fewer units are set at once even when something was sold meanwhile', async () => {
  const { channel, connection, addVariant, placeOrder } = await createShopifyStore()
  const tee = addVariant({ sku: 'TEE-L', available: 10 })
  await placeOrder()
  await expect(channel.pushOffers(connection, [offerOf(tee, 4, 10)])).rejects.toBeInstanceOf(Unavailable)
  expect(availableOf(tee)).toEqual([3])
  await channel.pushOffers(connection, [offerOf(tee, 4, 10)])
  expect(availableOf(tee)).toEqual([4])
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
