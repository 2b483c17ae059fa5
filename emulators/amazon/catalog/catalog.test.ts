import { expect, test } from 'vitest'
import { mug, listForSeller, price } from '../fixtures/listed-items.ts'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'

const items = '/catalog/2022-04-01/items'
const marketplaceIds = [unitedStates]

test('a catalogue item has the facts that its seller sent', async () => {
  const amazon = await startForTest()
  listForSeller(amazon)
  const includedData = ['summaries', 'attributes', 'images', 'dimensions', 'identifiers', 'productTypes', 'salesRanks']
  const { body } = await createCaller(amazon)(`${items}/B0MUG00001`, { query: { marketplaceIds, includedData } })
  expect(body).toMatchObject({
    asin: 'B0MUG00001',
    summaries: [
      { marketplaceId: unitedStates, itemName: mug.title, brand: mug.brand, itemClassification: 'BASE_PRODUCT' },
    ],
    attributes: { bullet_point: [{ value: 'Enamelled steel' }, { value: 'Holds 350 ml' }] },
    images: [
      {
        images: [
          { variant: 'MAIN', link: 'https://images.example/mug.jpg' },
          { variant: 'PT01', link: 'https://images.example/mug-side.jpg' },
        ],
      },
    ],
    dimensions: [{ item: { height: { unit: 'inches', value: 3.2 }, weight: { unit: 'pounds', value: 0.4 } } }],
    identifiers: [{ identifiers: [{ identifierType: 'EAN', identifier: '4006381333931' }] }],
    productTypes: [{ productType: 'PRODUCT' }],
  })
  expect(body).not.toHaveProperty('attributes.purchasable_offer')
})

test('a catalogue item changes with its contributor’s listing, and with nobody else’s', async () => {
  const amazon = await startForTest()
  listForSeller(amazon)
  const rename = async (sellerId: string, sku: string, title: string) => {
    await createCaller(amazon, sellerId)(`/listings/2021-08-01/items/${sellerId}/${sku}`, {
      method: 'PATCH',
      query: { marketplaceIds },
      body: {
        productType: 'PRODUCT',
        patches: [{ op: 'replace', path: '/attributes/item_name', value: [{ value: title }] }],
      },
    })
    amazon.clock.advance(2_000)
  }
  const readTitle = async () =>
    (await createCaller(amazon)(`${items}/B0MUG00001`, { query: { marketplaceIds } })).body as object

  await rename(northfield, 'MUG-BLUE', 'Blue mug, new edition')
  expect(await readTitle()).toMatchObject({ summaries: [{ itemName: 'Blue mug, new edition' }] })

  const other = 'A2QHARBORLANE'
  await createCaller(amazon, other)(`/listings/2021-08-01/items/${other}/THEIRS`, {
    method: 'PUT',
    query: { marketplaceIds },
    body: {
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        merchant_suggested_asin: [{ value: 'B0MUG00001' }],
        condition_type: [{ value: 'new_new' }],
        purchasable_offer: price(17),
      },
    },
  })
  amazon.clock.advance(2_000)
  await rename(other, 'THEIRS', 'Cheap mug')
  expect(await readTitle()).toMatchObject({ summaries: [{ itemName: 'Blue mug, new edition' }] })
})

test.each([
  [
    'ASINs, in the order asked',
    { identifiersType: 'ASIN', identifiers: ['B0POT00001', 'B0NONE0001', 'B0MUG00001'] },
    ['B0POT00001', 'B0MUG00001'],
  ],
  ['SKUs of a seller', { identifiersType: 'SKU', identifiers: ['POT, big'], sellerId: northfield }, ['B0POT00001']],
  ['barcodes', { identifiersType: 'EAN', identifiers: ['4006381333931'] }, ['B0MUG00001']],
  ['keywords', { keywords: ['blue', 'MUG'] }, ['B0MUG00001']],
  ['keywords and brand', { keywords: ['camping'], brandNames: ['Kettleworks'] }, ['B0POT00001']],
])('a search finds items by %s', async (_, query, asins) => {
  const amazon = await startForTest()
  const { barcode: _barcode, ...pot } = mug
  listForSeller(amazon)
  const seller = { sku: 'POT, big', asin: 'B0POT00001', title: 'Camping pot', brand: 'Kettleworks' }
  listForSeller(amazon, { ...pot, ...seller, barcode: { type: 'ean', value: '5901234123457' } })
  const { body } = await createCaller(amazon)(items, { query: { marketplaceIds, ...query } })
  expect(body).toMatchObject({ numberOfResults: asins.length, items: asins.map((asin) => ({ asin })) })
})

test('a search by keywords has pages and refinements', async () => {
  const amazon = await startForTest()
  for (let n = 0; n < 25; n += 1) listForSeller(amazon, { sku: `M${n}`, asin: `B0MUG000${10 + n}` })
  const call = createCaller(amazon)
  const query = { marketplaceIds, keywords: ['mug'], pageSize: '20' }
  const { body } = await call(items, { query })
  const { pagination, items: first } = body as { pagination: { nextToken: string }; items: unknown[] }
  expect(first).toHaveLength(20)
  expect(body).toMatchObject({
    numberOfResults: 25,
    refinements: { brands: [{ numberOfResults: 25, brandName: 'Northfield' }] },
  })
  const rest = await call(items, { query: { ...query, pageToken: pagination.nextToken } })
  expect((rest.body as { items: unknown[] }).items).toHaveLength(5)
})

test('an item exists only in marketplaces where it is sold', async () => {
  const amazon = await startForTest()
  listForSeller(amazon)
  const call = createCaller(amazon)
  expect((await call(`${items}/B0MUG00001`, { query: { marketplaceIds: ['A2EUQ1WTGCTBG2'] } })).status).toBe(404)
  expect((await call(`${items}/constructor`, { query: { marketplaceIds } })).status).toBe(404)
})

test.each([
  ['identifiers and keywords', { identifiersType: 'ASIN', identifiers: ['B0MUG00001'], keywords: ['mug'] }],
  ['neither of both', {}],
  ['identifiers without their type', { identifiers: ['B0MUG00001'] }],
  ['SKUs without the seller', { identifiersType: 'SKU', identifiers: ['MUG-BLUE'] }],
  ['a brand with identifiers', { identifiersType: 'ASIN', identifiers: ['B0MUG00001'], brandNames: ['Northfield'] }],
  ['more than 20 identifiers', { identifiersType: 'ASIN', identifiers: Array.from({ length: 21 }, (_, n) => `B${n}`) }],
  ['two marketplaces', { keywords: ['mug'], marketplaceIds: [unitedStates, 'A2EUQ1WTGCTBG2'] }],
])('the catalogue refuses %s', async (_, query) => {
  const { status, body } = await createCaller(await startForTest())(items, { query: { marketplaceIds, ...query } })
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { errors: [{ code: '400', details: expect.any(String) }] },
  })
})
