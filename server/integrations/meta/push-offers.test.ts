import { expect, test } from 'vitest'
import type { Offer } from '#server/ports/channel.ts'
import { connection, createMetaShopFixture } from '#server/testing/meta-shop-fixture.ts'

const offer = (given: Partial<Offer> = {}): Offer => ({
  sku: 'TEE-L',
  externalId: null,
  items: [],
  title: 'Tee, large',
  description: 'A tee.',
  brand: 'Northfield',
  category: 'Apparel',
  price: '19.00',
  compareAtPrice: null,
  currency: 'USD',
  sellable: 7,
  isVisible: true,
  imageUrls: ['https://shop.example.com/tee.jpg', 'https://shop.example.com/tee-back.jpg'],
  link: 'https://shop.example.com/products/TEE-L',
  groupId: 'tee',
  ...given,
})

test('offers are added to the catalogue and updated', async () => {
  const { shop, channel } = await createMetaShopFixture()
  expect(await channel.pushOffers(connection, [offer(), offer({ sku: 'MUG', externalId: 'mug-1' })])).toEqual([
    { sku: 'TEE-L', outcome: 'confirmed', quantity: 7 },
    { sku: 'MUG', outcome: 'confirmed', quantity: 7 },
  ])
  expect(shop.items.map(({ id }) => id)).toEqual(['TEE-L', 'mug-1'])
  expect(shop.items[0]?.data).toMatchObject({
    availability: 'in stock',
    quantity_to_sell_on_facebook: 7,
    price: '19.00 USD',
    sale_price: '',
    visibility: 'published',
    item_group_id: 'tee',
    additional_image_link: ['https://shop.example.com/tee-back.jpg'],
  })
  await channel.pushOffers(connection, [offer({ sellable: 0, price: '15.00', compareAtPrice: '19.00' })])
  expect(shop.items[0]?.data).toMatchObject({
    availability: 'out of stock',
    quantity_to_sell_on_facebook: 0,
    price: '19.00 USD',
    sale_price: '15.00 USD',
  })
})

test('offers that ended are hidden, and unknown ones are not created', async () => {
  const { shop, channel } = await createMetaShopFixture()
  await channel.pushOffers(connection, [offer()])
  const hidden = { isVisible: false, sellable: 0 }
  expect(await channel.pushOffers(connection, [offer(hidden), offer({ ...hidden, sku: 'NEVER' })])).toMatchObject([
    { sku: 'TEE-L', outcome: 'confirmed' },
    { sku: 'NEVER', outcome: 'confirmed' },
  ])
  expect(shop.items).toHaveLength(1)
  expect(shop.items[0]?.data).toMatchObject({ visibility: 'hidden', quantity_to_sell_on_facebook: 0 })
})

test('each refused offer is named with its reason', async () => {
  const { shop, channel, requests } = await createMetaShopFixture()
  const refused = await channel.pushOffers(connection, [
    offer(),
    offer({ sku: 'BARE', price: null, link: null, imageUrls: [] }),
    offer({ sku: 'ODD', link: 'ftp://shop.example.com' }),
    offer({ sku: 'NAMELESS', title: '', description: '' }),
  ])
  expect(refused).toEqual([
    { sku: 'TEE-L', outcome: 'confirmed', quantity: 7 },
    {
      sku: 'BARE',
      outcome: 'rejected',
      reason: 'Meta needs a price, a product link (see the channel’s settings), an image for each item.',
    },
    { sku: 'ODD', outcome: 'rejected', reason: expect.stringContaining('link') },
    { sku: 'NAMELESS', outcome: 'rejected', reason: expect.stringContaining('title') },
  ])
  expect(shop.items.map(({ id }) => id)).toEqual(['TEE-L'])
  expect(requests.filter(({ url }) => url.pathname.endsWith('/items_batch'))).toHaveLength(1)
})

test('an item that Meta lists as invalid without a reason counts as refused', async () => {
  const finished = { status: 'finished', errors: [], ids_of_invalid_requests: ['TEE-L'] }
  const { channel } = await createMetaShopFixture({
    fetch: async (_url, init) => Response.json(init?.method === 'POST' ? { handles: ['h'] } : { data: [finished] }),
  })
  const refused = await channel.pushOffers(connection, [offer(), offer({ sku: 'MUG' })])
  expect(refused).toEqual([
    { sku: 'TEE-L', outcome: 'rejected', reason: expect.stringContaining('without a reason') },
    { sku: 'MUG', outcome: 'confirmed', quantity: 7 },
  ])
})

test('many offers are sent in batches', async () => {
  const { shop, channel, requests } = await createMetaShopFixture()
  await channel.pushOffers(
    connection,
    Array.from({ length: 1_001 }, (_, index) => offer({ sku: `S-${index}` })),
  )
  expect(shop.items).toHaveLength(1_001)
  expect(requests.filter(({ url }) => url.pathname.endsWith('/items_batch'))).toHaveLength(3)
})

test('a push is Unavailable when Meta does not finish in time', async () => {
  const { meta, channel } = await createMetaShopFixture()
  meta.state.batchSeconds = 3_600
  await expect(channel.pushOffers(connection, [offer()])).rejects.toThrow(/still updating/)
})
