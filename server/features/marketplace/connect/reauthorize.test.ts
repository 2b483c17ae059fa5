import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Unauthorized } from '#server/ports/failure.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import type { Browser } from '#server/testing/app.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'

let test: AmazonConnectionFixture
let ops: Browser

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
})

it('reauthorizing restores an account that Amazon had refused, and clears the reason', async () => {
  const account = await test.connect(ops)
  test.amazon.meanwhile = () => {
    throw new Unauthorized('The seller took the authorisation back')
  }
  await ops.post('/api/amazon/test')
  test.amazon.meanwhile = () => {}
  expect(await test.accountRows(ops)).toMatchObject([
    { isActive: false, authorizationError: 'The seller took the authorisation back' },
  ])
  const again = await test.connect(ops, { accountId: account.id, integrationName: 'Ignored' })
  expect(again).toMatchObject({ id: account.id, name: account.name, isActive: true, authorizationError: null })
})

it('reauthorizing activates an account that was only saved', async () => {
  const body = { name: 'Saved', sellerId: 'A9', region: 'us', marketplaces: [unitedStates] }
  const { id } = (await ops.post('/api/settings/amazon-integration', body)).json<{ id: string }>()
  expect(await test.connect(ops, { accountId: id, sellerId: 'A9' })).toMatchObject({ id, isActive: true })
})

it('reauthorizing in the Far East uses the page of the account’s country and stays in the region', async () => {
  const japan = 'A1VC38T7YXB528'
  const body = { name: 'Saved', sellerId: 'A9', region: 'fe', marketplaces: [japan] }
  const { id } = (await ops.post('/api/settings/amazon-integration', body)).json<{ id: string }>()
  await test.begin(ops, { accountId: id, region: 'fe' })
  expect(test.amazon.consents.at(-1)).toMatchObject({ region: 'fe', marketplaceId: japan })
  await expect(test.begin(ops, { accountId: id, region: 'us' })).rejects.toThrow('can’t change its region')
})
