import { expect, test } from 'vitest'
import { attributes, listForSeller, price } from '../fixtures/listed-items.ts'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'

const items = `/listings/2021-08-01/items/${northfield}`
const marketplaceIds = [unitedStates]
const everything = ['summaries', 'attributes', 'issues', 'offers', 'fulfillmentAvailability', 'productTypes']

async function start() {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  return {
    amazon,
    call,
    put: (sku: string, body: object, mode?: string) =>
      call(`${items}/${encodeURIComponent(sku)}`, {
        method: 'PUT',
        query: { marketplaceIds, ...(mode && { mode }) },
        body: { productType: 'PRODUCT', requirements: 'LISTING', ...body },
      }),
    patch: (sku: string, ...patches: object[]) =>
      call(`${items}/${sku}`, {
        method: 'PATCH',
        query: { marketplaceIds },
        body: { productType: 'PRODUCT', patches },
      }),
    read: async (sku: string) =>
      (await call(`${items}/${encodeURIComponent(sku)}`, { query: { marketplaceIds, includedData: everything } })).body,
  }
}

test('a new listing shows after its processing time, not before', async () => {
  const { amazon, call, put, read } = await start()
  const { status, body } = await put('PLATE/1, tin', { attributes })
  expect({ status, body }).toMatchObject({ status: 200, body: { sku: 'PLATE/1, tin', status: 'ACCEPTED', issues: [] } })

  amazon.clock.advance(1_999)
  expect((await call(`${items}/PLATE%2F1%2C%20tin`, { query: { marketplaceIds } })).status).toBe(404)
  amazon.clock.advance(1)
  const now = amazon.clock.now().toISOString()
  expect(await read('PLATE/1, tin')).toMatchObject({
    sku: 'PLATE/1, tin',
    summaries: [
      {
        asin: expect.stringMatching(/^B0[A-Z0-9]{8}$/),
        itemName: 'Tin plate',
        status: ['BUYABLE', 'DISCOVERABLE'],
        conditionType: 'new_new',
        createdDate: now,
        lastUpdatedDate: now,
      },
    ],
    attributes: { item_name: [{ value: 'Tin plate', language_tag: 'en_US', marketplace_id: unitedStates }] },
    offers: [{ offerType: 'B2C', price: { currencyCode: 'USD', amount: '9.99' } }],
    fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 30 }],
    productTypes: [{ productType: 'PRODUCT' }],
    issues: [],
  })
})

test('missing attributes are reported with status 200, and nothing is listed', async () => {
  const { amazon, call, put } = await start()
  const { brand: _, ...incomplete } = attributes
  const { status, body } = await put('PLATE', { attributes: incomplete })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      status: 'INVALID',
      issues: [{ code: '90220', severity: 'ERROR', attributeNames: ['brand'], categories: ['MISSING_ATTRIBUTE'] }],
    },
  })
  amazon.clock.advance(60_000)
  expect((await call(`${items}/PLATE`, { query: { marketplaceIds } })).status).toBe(404)
})

test('a preview says whether a listing is valid and changes nothing', async () => {
  const { amazon, call, put } = await start()
  expect((await put('PLATE', { attributes }, 'VALIDATION_PREVIEW')).body).toMatchObject({ status: 'VALID' })
  expect((await put('PLATE', { attributes: {} }, 'VALIDATION_PREVIEW')).body).toMatchObject({ status: 'INVALID' })
  amazon.clock.advance(60_000)
  expect((await call(`${items}/PLATE`, { query: { marketplaceIds } })).status).toBe(404)
})

test.each([
  ['an attribute nobody knows', { fake: [{ value: 1 }] }, '90000900'],
  ['a title that is too long', { item_name: [{ value: 'x'.repeat(201) }] }, '90000900'],
  ['a value for another marketplace', { brand: [{ value: 'x', marketplace_id: 'A2EUQ1WTGCTBG2' }] }, '90000900'],
  ['two values where one is the limit', { brand: [{ value: 'a' }, { value: 'b' }] }, '90000900'],
  ['an offer without a price', { purchasable_offer: [{ currency: 'USD', our_price: [] }] }, '99022'],
  ['a foreign currency', { purchasable_offer: price(10, 'EUR') }, '90057'],
  ['a quantity of stock at Amazon', { fulfillment_availability: [channel('AMAZON_NA', 5)] }, '90000900'],
  ['a channel of another region', { fulfillment_availability: [channel('AMAZON_EU')] }, '90000900'],
  ['an ASIN that is not in the catalogue', { merchant_suggested_asin: [{ value: 'B0UNKNOWN1' }] }, '8560'],
])('a put reports invalid %s', async (_, given, code) => {
  const { put } = await start()
  const { body } = await put('PLATE', { attributes: { ...attributes, ...given } })
  expect(body).toMatchObject({ status: 'INVALID', issues: [{ code, severity: 'ERROR' }] })
})

test('an offer on an item that needs approval is refused', async () => {
  const { amazon, put } = await start()
  listForSeller(amazon, { needsApproval: true })
  const suggested = { merchant_suggested_asin: [{ value: 'B0MUG00001' }], condition_type: [{ value: 'new_new' }] }
  const { body } = await put('MY-MUG', { requirements: 'LISTING_OFFER_ONLY', attributes: suggested })
  expect(body).toMatchObject({ status: 'INVALID', issues: [{ categories: ['QUALIFICATION_REQUIRED'] }] })
})

test('an improbable price is accepted with a warning that stays', async () => {
  const { amazon, patch, read } = await start()
  listForSeller(amazon)
  const warning = { severity: 'WARNING', categories: ['INVALID_PRICE'], attributeNames: ['purchasable_offer'] }
  expect((await patch('MUG-BLUE', set('purchasable_offer', price(18_500)))).body).toMatchObject({
    status: 'ACCEPTED',
    issues: [warning],
  })
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).toMatchObject({ issues: [warning], offers: [{ price: { amount: '18500.00' } }] })
})

test('a patch changes what it names and the date of the last change', async () => {
  const { amazon, patch, read } = await start()
  listForSeller(amazon)
  const created = amazon.clock.now().toISOString()
  amazon.clock.advance(60_000)
  await patch('MUG-BLUE', set('purchasable_offer', price(21)), { op: 'delete', path: '/attributes/item_weight' })
  amazon.clock.advance(2_000)
  const listing = await read('MUG-BLUE')
  expect(listing).toMatchObject({
    summaries: [
      { itemName: 'Blue camping mug', createdDate: created, lastUpdatedDate: amazon.clock.now().toISOString() },
    ],
    offers: [{ price: { amount: '21.00' } }],
    fulfillmentAvailability: [{ quantity: 12 }],
  })
  expect(listing).not.toHaveProperty('attributes.item_weight')
})

test('a merge keeps absent fields and must name its instance', async () => {
  const { amazon, patch, read } = await start()
  listForSeller(amazon)
  await patch('MUG-BLUE', merge({ fulfillment_channel_code: 'DEFAULT', lead_time_to_ship_max_days: 3 }))
  await patch('MUG-BLUE', merge({ fulfillment_channel_code: 'DEFAULT', quantity: 7 }))
  expect((await patch('MUG-BLUE', merge({ quantity: 1 }))).body).toMatchObject({ status: 'INVALID' })
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).toMatchObject({
    attributes: {
      fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', lead_time_to_ship_max_days: 3, quantity: 7 }],
    },
  })
})

test('a delete removes every instance that matches its selectors', async () => {
  const { amazon, patch, read } = await start()
  listForSeller(amazon)
  const keywords = set('generic_keyword', [{ value: 'camping' }, { value: 'mug' }, { value: 'enamel' }])
  await patch('MUG-BLUE', keywords, { ...keywords, op: 'delete', value: [{ value: 'mug' }] })
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).toMatchObject({
    attributes: { generic_keyword: [{ value: 'camping' }, { value: 'enamel' }] },
  })
  await patch('MUG-BLUE', { ...keywords, op: 'delete', value: [{ marketplace_id: unitedStates }] })
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).not.toHaveProperty('attributes.generic_keyword')
})

test('a merchant quantity beside Amazon’s stock becomes a second offer; a delete removes the first', async () => {
  const { amazon, patch, read } = await start()
  listForSeller(amazon, { fulfilledBy: 'amazon' })
  expect(await read('MUG-BLUE')).toMatchObject({ fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_NA' }] })
  await patch('MUG-BLUE', set('fulfillment_availability', [channel('DEFAULT', 5)]))
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).toMatchObject({
    fulfillmentAvailability: [
      { fulfillmentChannelCode: 'AMAZON_NA' },
      { fulfillmentChannelCode: 'DEFAULT', quantity: 5 },
    ],
  })
  await patch('MUG-BLUE', { ...set('fulfillment_availability', [channel('AMAZON_NA')]), op: 'delete' })
  amazon.clock.advance(2_000)
  expect(await read('MUG-BLUE')).toMatchObject({
    fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 5 }],
  })
})

test('a patch may follow a put before that is visible', async () => {
  const { amazon, put, patch, read } = await start()
  expect((await patch('PLATE', set('purchasable_offer', price(12)))).body).toMatchObject({
    status: 'INVALID',
    issues: [{ code: '13013' }],
  })
  await put('PLATE', { attributes })
  expect((await patch('PLATE', set('purchasable_offer', price(12)))).body).toMatchObject({ status: 'ACCEPTED' })
  amazon.clock.advance(2_000)
  expect(await read('PLATE')).toMatchObject({ offers: [{ price: { amount: '12.00' } }] })
})

test.each([
  ['the removal of what must be there', { op: 'delete', path: '/attributes/brand' }],
  ['an attribute nobody knows', { op: 'add', path: '/attributes/fake', value: [{ value: 1 }] }],
])('a patch reports invalid %s', async (_, given) => {
  const { amazon, patch } = await start()
  listForSeller(amazon)
  expect((await patch('MUG-BLUE', given)).body).toMatchObject({ status: 'INVALID', issues: [{ severity: 'ERROR' }] })
})

test('a patch with another product type changes nothing', async () => {
  const { amazon, call } = await start()
  listForSeller(amazon, { productType: 'DRINKING_CUP' })
  const body = { productType: 'SHIRT', patches: [set('color', [{ value: 'red' }])] }
  const answer = await call(`${items}/MUG-BLUE`, { method: 'PATCH', query: { marketplaceIds }, body })
  expect(answer.body).toMatchObject({ status: 'INVALID', issues: [{ attributeNames: ['product_type'] }] })
})

test.each([
  ['a path inside an attribute', { op: 'replace', path: '/attributes/purchasable_offer/0/currency', value: [{}] }],
  ['an operation nobody knows', { op: 'move', path: '/attributes/brand', value: [{}] }],
  ['nothing to put there', { op: 'replace', path: '/attributes/brand' }],
])('a patch with %s is refused', async (_, given) => {
  const { amazon, patch } = await start()
  listForSeller(amazon)
  const { status, body } = await patch('MUG-BLUE', given)
  expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ code: 'BAD_REQUEST' }] } })
})

test('a delete removes the offer and leaves the catalogue item', async () => {
  const { amazon, call } = await start()
  listForSeller(amazon)
  const path = `${items}/MUG-BLUE`
  const { body } = await call(path, { method: 'DELETE', query: { marketplaceIds } })
  expect(body).toMatchObject({ status: 'ACCEPTED' })
  amazon.clock.advance(2_000)
  expect((await call(path, { query: { marketplaceIds } })).status).toBe(404)
  expect((await call('/catalog/2022-04-01/items/B0MUG00001', { query: { marketplaceIds } })).status).toBe(200)
})

test.each([
  ['another seller', '/listings/2021-08-01/items/A2QHARBORLANE/MUG-BLUE', marketplaceIds, 403],
  ['a marketplace that is not theirs', `${items}/MUG-BLUE`, ['A1PA6795UKMFR9'], 400],
  ['no marketplace', `${items}/MUG-BLUE`, [], 400],
  ['two marketplaces at once', `${items}/MUG-BLUE`, [unitedStates, 'A2EUQ1WTGCTBG2'], 400],
  ['a SKU of more than 40 characters', `${items}/${'x'.repeat(41)}`, marketplaceIds, 400],
])('a put is refused for %s', async (_, path, ids, status) => {
  const { call } = await start()
  const body = { productType: 'PRODUCT', attributes }
  expect((await call(path, { method: 'PUT', query: { marketplaceIds: ids }, body })).status).toBe(status)
})

function set(name: string, value: object[]) {
  return { op: 'replace', path: `/attributes/${name}`, value }
}

function merge(value: object) {
  return { op: 'merge', path: '/attributes/fulfillment_availability', value: [value] }
}

function channel(code: string, quantity?: number) {
  return { fulfillment_channel_code: code, ...(quantity !== undefined && { quantity }) }
}
