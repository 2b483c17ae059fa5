import { expect, test } from 'vitest'
import { attributes, listForSeller } from '../fixtures/listed-items.ts'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import type { RunningAmazon } from '../start-amazon.ts'

const path = `/listings/2021-08-01/items/${northfield}`
const canada = 'A2EUQ1WTGCTBG2'

type Found = {
  numberOfResults: number
  pagination?: { nextToken?: string; previousToken?: string }
  items: { sku: string }[]
}

function searcher(amazon: RunningAmazon) {
  const call = createCaller(amazon)
  return async (query: Record<string, string | string[]> = {}) => {
    const { status, body } = await call(path, { query: { marketplaceIds: [unitedStates], ...query } })
    return { status, found: body as Found, skus: (body as Found).items?.map(({ sku }) => sku) }
  }
}

test('a search returns at most a thousand results', async () => {
  const amazon = await startForTest()
  for (let number = 1; number <= 1_030; number += 1)
    listForSeller(amazon, { sku: `S-${String(number).padStart(4, '0')}` })
  const search = searcher(amazon)
  const seen = new Set<string>()
  const question = { pageSize: '20', sortBy: 'sku', sortOrder: 'ASC' }
  let pageToken: string | undefined
  do {
    const { found, skus } = await search({ ...question, ...(pageToken && { pageToken }) })
    expect(found.numberOfResults).toBe(1_030)
    for (const sku of skus) seen.add(sku)
    pageToken = found.pagination?.nextToken
  } while (pageToken)
  expect(seen.size).toBe(1_000)
  expect(seen).not.toContain('S-1001')
})

test('a search returns the last changed first, ten at a time, with a previous token', async () => {
  const amazon = await startForTest()
  for (let number = 1; number <= 12; number += 1) {
    listForSeller(amazon, { sku: `S${number}` })
    amazon.clock.advance(1_000)
  }
  const search = searcher(amazon)
  const first = await search()
  expect(first.skus).toEqual(['S12', 'S11', 'S10', 'S9', 'S8', 'S7', 'S6', 'S5', 'S4', 'S3'])
  const second = await search({ pageToken: first.found.pagination?.nextToken ?? '' })
  expect(second.skus).toEqual(['S2', 'S1'])
  expect(second.found.pagination).toEqual({ previousToken: expect.any(String) })
  const again = await search({ pageToken: second.found.pagination?.previousToken ?? '' })
  expect(again.skus).toEqual(first.skus)
})

test('a page token is valid only for its search', async () => {
  const amazon = await startForTest()
  for (const sku of ['A', 'B', 'C']) listForSeller(amazon, { sku })
  const search = searcher(amazon)
  const pageToken = (await search({ pageSize: '1' })).found.pagination?.nextToken ?? ''
  expect((await search({ pageSize: '1', pageToken })).status).toBe(200)
  expect((await search({ pageSize: '2', pageToken })).status).toBe(400)
  expect((await search({ pageSize: '1', pageToken: 'made-up' })).status).toBe(400)
})

test('one SKU in two marketplaces is one result', async () => {
  const amazon = await startForTest()
  listForSeller(amazon)
  listForSeller(amazon, { price: 25 }, canada)
  const { found } = await searcher(amazon)({
    marketplaceIds: [unitedStates, canada],
    includedData: ['summaries', 'offers'],
  })
  expect(found).toMatchObject({
    numberOfResults: 1,
    items: [
      {
        summaries: [{ marketplaceId: unitedStates }, { marketplaceId: canada }],
        offers: [
          { price: { currencyCode: 'USD', amount: '18.50' } },
          { price: { currencyCode: 'CAD', amount: '25.00' } },
        ],
      },
    ],
  })
})

test.each([
  [
    'SKUs, commas in them too',
    { identifiersType: 'SKU', identifiers: ['RED, large', 'GREEN'] },
    ['GREEN', 'RED, large'],
  ],
  ['ASINs', { identifiersType: 'ASIN', identifiers: ['B0GREEN001'] }, ['GREEN']],
  ['barcodes', { identifiersType: 'EAN', identifiers: ['5901234123457'] }, ['RED, large']],
  ['a time of change', { lastUpdatedAfter: '2030-01-01T00:00:30Z' }, ['OLD']],
  ['a time of creation', { createdBefore: '2030-01-01T00:00:00Z' }, ['OLD']],
  ['what can be bought', { withStatus: ['BUYABLE'] }, ['GREEN', 'OLD']],
  ['what cannot be bought', { withoutStatus: ['BUYABLE'] }, ['RED, large']],
  ['warnings', { withIssueSeverity: ['WARNING'] }, ['GREEN']],
])('a search finds listings by %s', async (_, query, skus) => {
  const amazon = await startForTest()
  amazon.clock.advance(Date.parse('2030-01-01T00:00:00Z') - amazon.clock.time())
  listForSeller(amazon, { sku: 'OLD' })
  amazon.clock.advance(10_000)
  const barcode = { type: 'ean', value: '5901234123457' } as const
  listForSeller(amazon, { sku: 'RED, large', asin: 'B0RED00001', barcode, quantity: 0 })
  listForSeller(amazon, { sku: 'GREEN', asin: 'B0GREEN001', price: 20_000 })
  amazon.clock.advance(30_000)
  listForSeller(amazon, { sku: 'OLD' })
  expect((await searcher(amazon)({ sortBy: 'sku', sortOrder: 'ASC', ...query })).skus).toEqual(skus)
})

test('a parent and its variations refer to each other', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const put = (sku: string, more: object) =>
    call(`${path}/${sku}`, {
      method: 'PUT',
      query: { marketplaceIds: [unitedStates] },
      body: { productType: 'PRODUCT', attributes: { ...attributes, ...more } },
    })
  await put('PLATES', { parentage_level: [{ value: 'parent' }], variation_theme: [{ name: 'COLOR/SIZE' }] })
  const relationship = { child_relationship_type: 'variation', parent_sku: 'PLATES' }
  await put('PLATE-1', { parentage_level: [{ value: 'child' }], child_parent_sku_relationship: [relationship] })
  amazon.clock.advance(2_000)

  const search = searcher(amazon)
  expect((await search({ variationParentSku: 'PLATES' })).skus).toEqual(['PLATE-1'])
  const { found } = await search({ includedData: ['relationships'], sortBy: 'sku', sortOrder: 'ASC' })
  const variationTheme = { theme: 'COLOR/SIZE', attributes: ['color', 'size'] }
  expect(found.items).toMatchObject([
    { sku: 'PLATE-1', relationships: [{ relationships: [{ type: 'VARIATION', parentSkus: ['PLATES'] }] }] },
    { sku: 'PLATES', relationships: [{ relationships: [{ childSkus: ['PLATE-1'], variationTheme }] }] },
  ])
})

test.each([
  ['a page of more than 20', { pageSize: '21' }],
  ['more than 20 identifiers', { identifiersType: 'SKU', identifiers: Array.from({ length: 21 }, (_, n) => `S${n}`) }],
  ['identifiers without their type', { identifiers: ['A'] }],
  ['a type without identifiers', { identifiersType: 'SKU' }],
  ['identifiers and a parent', { identifiersType: 'SKU', identifiers: ['A'], variationParentSku: 'P' }],
  ['data nobody knows', { includedData: ['summaries', 'gossip'] }],
  ['a time that is none', { createdAfter: 'yesterday' }],
])('a search refuses %s', async (_, query) => {
  const { status } = await searcher(await startForTest())(query)
  expect(status).toBe(400)
})

test.each([
  ['nothing stands in the way of a known product', 'B0MUG00001', []],
  ['a guarded one needs approval', 'B0GUARDED1', [{ reasonCode: 'APPROVAL_REQUIRED' }]],
  ['an unknown one is not found', 'B0UNKNOWN1', [{ reasonCode: 'ASIN_NOT_FOUND' }]],
])('restrictions: %s', async (_, asin, reasons) => {
  const amazon = await startForTest()
  listForSeller(amazon)
  listForSeller(amazon, { sku: 'GUARDED', asin: 'B0GUARDED1', needsApproval: true })
  const { body } = await createCaller(amazon)('/listings/2021-08-01/restrictions', {
    query: { asin, sellerId: northfield, marketplaceIds: [unitedStates] },
  })
  expect(body).toMatchObject({ restrictions: reasons.length === 0 ? [] : [{ marketplaceId: unitedStates, reasons }] })
})
