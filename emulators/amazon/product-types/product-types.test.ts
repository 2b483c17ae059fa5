import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { attributes } from '../fixtures/listed-items.ts'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'

const root = '/definitions/2020-09-01/productTypes'
const marketplaceIds = [unitedStates]

type Definition = { schema: { link: { resource: string; verb: string }; checksum: string } }
type Schema = { required: string[]; properties: Record<string, { items: object }> }

async function readSchema(productType: string, query: Record<string, string> = {}) {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const { body } = await call(`${root}/${productType}`, { query: { marketplaceIds, ...query } })
  const { link, checksum } = (body as Definition).schema
  const content = await (await fetch(link.resource)).text()
  expect(createHash('md5').update(content).digest('base64')).toBe(checksum)
  return { call, definition: body, schema: JSON.parse(content) as Schema }
}

test.each([
  ['keywords', { keywords: ['suitcase'] }, ['LUGGAGE']],
  ['the name of an item', { itemName: 'Enamelled mug for the trail' }, ['DRINKING_CUP']],
  ['a name that fits nothing', { keywords: ['spaceship'] }, []],
])('product types are found by %s', async (_, query, names) => {
  const { body } = await createCaller(await startForTest())(root, { query: { marketplaceIds, ...query } })
  expect(body).toMatchObject({ productTypes: names.map((name) => ({ name, marketplaceIds })) })
})

test('a definition links to a schema with its required attributes', async () => {
  const { definition, schema } = await readSchema('SHIRT')
  expect(definition).toMatchObject({
    productType: 'SHIRT',
    displayName: 'Shirt',
    requirements: 'LISTING',
    requirementsEnforced: 'ENFORCED',
    locale: 'en_US',
    productTypeVersion: { latest: true },
    propertyGroups: { offer: { propertyNames: expect.arrayContaining(['purchasable_offer']) } },
  })
  expect(schema.required).toEqual(expect.arrayContaining(['item_name', 'brand', 'color', 'size', 'condition_type']))
  expect(schema.properties['item_name']).toMatchObject({
    type: 'array',
    selectors: ['marketplace_id', 'language_tag'],
    items: { properties: { value: { type: 'string', maxLength: 200 } } },
  })
})

test('an offer alone has fewer required attributes', async () => {
  const { schema } = await readSchema('SHIRT', { requirements: 'LISTING_OFFER_ONLY' })
  expect(schema.required).toEqual(['condition_type', 'merchant_suggested_asin'])
  expect(schema.properties).not.toHaveProperty('item_name')
})

test('a listing without an attribute that the schema requires is refused', async () => {
  const { call, schema } = await readSchema('SHIRT')
  const { body } = await call(`/listings/2021-08-01/items/${northfield}/TEE`, {
    method: 'PUT',
    query: { marketplaceIds },
    body: { productType: 'SHIRT', attributes },
  })
  const { issues } = body as { issues: { attributeNames: string[] }[] }
  const missing = schema.required.filter((name) => !(name in attributes))
  expect(issues.flatMap(({ attributeNames }) => attributeNames)).toEqual(missing)
  expect(missing).toEqual(['color', 'size', 'department'])
})

test.each([
  ['a product type nobody knows', `${root}/SPACESHIP`, {}, 404],
  ['requirements nobody knows', `${root}/SHIRT`, { requirements: 'ALL' }, 400],
  ['two marketplaces', `${root}/SHIRT`, { marketplaceIds: [unitedStates, 'A2EUQ1WTGCTBG2'] }, 400],
  ['keywords and a name', root, { keywords: ['mug'], itemName: 'mug' }, 400],
])('product types refuse %s', async (_, path, query, status) => {
  const answer = await createCaller(await startForTest())(path, { query: { marketplaceIds, ...query } })
  expect(answer.status).toBe(status)
})
