import { expect, test } from 'vitest'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import { putItems, removeItems, setQuantities } from '../stocked-items.ts'

type Summary = { sellerSku: string; inventoryDetails?: { fulfillableQuantity: number }; totalQuantity: number }
type Summaries = { payload: { inventorySummaries: Summary[] }; pagination?: { nextToken: string } }

const path = '/fba/inventory/v1/summaries'
const question = {
  granularityType: 'Marketplace',
  granularityId: unitedStates,
  marketplaceIds: unitedStates,
  details: 'true',
}

const skuOf = (index: number) => `SKU-${String(index).padStart(4, '0')}`

async function startWith(count: number) {
  const amazon = await startForTest()
  const seller = amazon.state.sellers[northfield]
  if (!seller) throw new Error('The default state has changed')
  const items = Array.from({ length: count }, (_, index) => ({
    sku: skuOf(index),
    title: 'A thing',
    fulfillable: index,
  }))
  putItems(amazon.state, seller, unitedStates, items, amazon.clock.now())
  const call = createCaller(amazon)
  const ask = async (query: Record<string, string | string[]> = {}) => {
    const { status, body } = await call(path, { query: { ...question, ...query } })
    return { status, ...(body as Summaries) }
  }
  return { amazon, seller, ask }
}

const skusOf = ({ payload }: Summaries) => payload.inventorySummaries.map(({ sellerSku }) => sellerSku)

async function readAll(ask: (query: Record<string, string>) => Promise<Summaries>, query = {}, between = () => {}) {
  const skus: string[] = []
  let page = await ask(query)
  for (;;) {
    skus.push(...skusOf(page))
    const nextToken = page.pagination?.nextToken
    if (!nextToken) return skus
    between()
    page = await ask({ ...query, nextToken })
  }
}

test('a summary has all quantities of a SKU', async () => {
  const { amazon, seller, ask } = await startWith(0)
  const item = { sku: 'TEE-L', asin: 'B000000001', fnsku: 'X000000001', title: 'Tee, large' }
  const quantities = { fulfillable: 5, reserved: 2, inboundWorking: 3, inboundShipped: 4, inboundReceiving: 1 }
  putItems(amazon.state, seller, unitedStates, [{ ...item, ...quantities }], amazon.clock.now())
  expect((await ask()).payload).toEqual({
    granularity: { granularityType: 'Marketplace', granularityId: unitedStates },
    inventorySummaries: [
      {
        asin: 'B000000001',
        fnSku: 'X000000001',
        sellerSku: 'TEE-L',
        condition: 'NewItem',
        productName: 'Tee, large',
        lastUpdatedTime: amazon.clock.now().toISOString(),
        totalQuantity: 15,
        stores: [],
        inventoryDetails: expect.objectContaining({
          fulfillableQuantity: 5,
          inboundWorkingQuantity: 3,
          inboundShippedQuantity: 4,
          inboundReceivingQuantity: 1,
          reservedQuantity: expect.objectContaining({ totalReservedQuantity: 2 }),
        }),
      },
    ],
  })
})

test('a summary without details has only the total', async () => {
  const { ask } = await startWith(2)
  const { payload } = await ask({ details: 'false' })
  expect(payload.inventorySummaries[1]).toMatchObject({ totalQuantity: 1 })
  expect(payload.inventorySummaries[1]).not.toHaveProperty('inventoryDetails')
})

test('pages have fifty rows', async () => {
  const { ask } = await startWith(101)
  const first = await ask()
  expect(skusOf(first)).toHaveLength(50)
  const all = await readAll(ask)
  expect(all).toEqual(Array.from({ length: 101 }, (_, index) => skuOf(index)))
})

test('a full last page has no token', async () => {
  const { ask } = await startWith(50)
  expect((await ask()).pagination).toBeUndefined()
})

test('a read misses and repeats no row while rows appear, vanish and change', async () => {
  const { amazon, seller, ask } = await startWith(200)
  let turn = 0
  const all = await readAll(ask, {}, () => {
    turn += 1
    removeItems(seller, unitedStates, [skuOf(turn), skuOf(turn * 50 - 1)])
    putItems(amazon.state, seller, unitedStates, [{ sku: `NEW-${turn}`, title: 'New' }], amazon.clock.now())
    setQuantities(seller, unitedStates, [{ sku: skuOf(199), fulfillable: turn }], amazon.clock.now())
  })
  const stayed = Array.from({ length: 200 }, (_, index) => skuOf(index)).filter(
    (sku) => seller.stock[unitedStates]?.[sku],
  )
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining(stayed))
})

test('a page token is valid for thirty seconds', async () => {
  const { amazon, ask } = await startWith(60)
  const { pagination } = await ask()
  const nextToken = pagination?.nextToken ?? ''
  amazon.clock.advance(30_000)
  expect((await ask({ nextToken })).status).toBe(200)
  amazon.clock.advance(1)
  expect(await ask({ nextToken })).toMatchObject({
    status: 400,
    errors: [{ message: expect.stringMatching(/expired/) }],
  })
})

test.each([
  ['details', { details: 'false' }],
  ['startDateTime', { startDateTime: '2026-01-01T00:00:00Z' }],
  ['sellerSkus', { sellerSkus: 'SKU-0001' }],
])('a page token is valid only with the same %s', async (_, other) => {
  const { ask } = await startWith(60)
  const { pagination } = await ask()
  expect(await ask({ ...other, nextToken: pagination?.nextToken ?? '' })).toMatchObject({ status: 400 })
})

test('an invented token is refused', async () => {
  const { ask } = await startWith(0)
  expect((await ask({ nextToken: 'seed' })).status).toBe(400)
})

test('a read of changes sees available and reserved units, but not inbound ones', async () => {
  const { amazon, seller, ask } = await startWith(4)
  const startDateTime = amazon.clock.now().toISOString()
  amazon.clock.advance(1_000)
  const counts = [
    { sku: skuOf(0), fulfillable: 77 },
    { sku: skuOf(1), reserved: 1 },
    { sku: skuOf(2), inboundWorking: 5, inboundShipped: 5, inboundReceiving: 5 },
    { sku: skuOf(3), fulfillable: 3 },
  ]
  setQuantities(seller, unitedStates, counts, amazon.clock.now())
  expect(skusOf(await ask({ startDateTime }))).toEqual([skuOf(0), skuOf(1)])
  expect(skusOf(await ask({ startDateTime: amazon.clock.now().toISOString() }))).toEqual([])
})

test('a read of changes has pages and ignores SKUs', async () => {
  const { amazon, ask } = await startWith(120)
  const startDateTime = new Date(amazon.clock.time() - 1_000).toISOString()
  expect(await readAll(ask, { startDateTime, sellerSkus: skuOf(1) })).toHaveLength(120)
})

test('summaries of given SKUs are read; a SKU with a comma is one', async () => {
  const { amazon, seller, ask } = await startWith(5)
  putItems(amazon.state, seller, unitedStates, [{ sku: 'A,B', title: 'Comma' }], amazon.clock.now())
  expect(skusOf(await ask({ sellerSku: skuOf(3) }))).toEqual([skuOf(3)])
  expect(skusOf(await ask({ sellerSku: 'A,B' }))).toEqual(['A,B'])
  expect(skusOf(await ask({ sellerSkus: ['A,B', skuOf(2), 'NONE'] }))).toEqual(['A,B', skuOf(2)])
})

test.each([
  ['no granularity', { granularityType: '' }],
  ['another granularity', { granularityType: 'Country' }],
  ['two marketplaces', { marketplaceIds: [unitedStates, 'A2EUQ1WTGCTBG2'] }],
  ['two different marketplaces', { marketplaceIds: 'A2EUQ1WTGCTBG2' }],
  ['a marketplace of others', { granularityId: 'A1PA6795UKMFR9', marketplaceIds: 'A1PA6795UKMFR9' }],
  ['another word for details', { details: 'yes' }],
  ['no time', { startDateTime: 'yesterday' }],
  ['a time of more than eighteen months ago', { startDateTime: '2020-01-01T00:00:00Z' }],
  ['51 SKUs', { sellerSkus: Array.from({ length: 51 }, (_, index) => skuOf(index)) }],
])('summaries refuse %s', async (_, query) => {
  const { ask } = await startWith(1)
  expect(await ask(query)).toMatchObject({ status: 400, errors: [{ code: 'InvalidInput' }] })
})

test('a seller without FBA is refused', async () => {
  const { seller, ask } = await startWith(1)
  seller.hasFba = false
  expect((await ask()).status).toBe(400)
})

test('the third default seller has stock', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon, 'A3DKIEFERHAUS')
  const germany = { granularityId: 'A1PA6795UKMFR9', marketplaceIds: 'A1PA6795UKMFR9' }
  const { body } = await call(path, { query: { ...question, ...germany } })
  expect(skusOf(body as Summaries)).toHaveLength(25)
})
