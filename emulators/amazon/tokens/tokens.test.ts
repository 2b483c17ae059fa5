import { expect, test } from 'vitest'
import { createCaller, startForTest } from '../fixtures/amazon-fixture.ts'

const resource = { method: 'GET', path: '/orders/v0/orders/123-1234567-1234567', dataElements: ['buyerInfo'] }

test('a restricted data token is issued, which nothing else accepts', async () => {
  const call = createCaller(await startForTest())
  const ask = (restrictedResources: object[]) =>
    call('/tokens/2021-03-01/restrictedDataToken', { method: 'POST', body: { restrictedResources } })
  const { status, body } = await ask([resource])
  expect({ status, body }).toMatchObject({ status: 200, body: { expiresIn: 3600 } })
  const { restrictedDataToken } = body as { restrictedDataToken: string }
  const headers = { 'x-amz-access-token': restrictedDataToken }
  expect((await call('/sellers/v1/marketplaceParticipations', { headers })).status).toBe(403)

  for (const wrong of [
    [],
    Array.from({ length: 51 }, () => resource),
    [{ ...resource, method: '' }],
    [{ ...resource, dataElements: ['shoeSize'] }],
  ]) {
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { errors: [{ code: 'InvalidRequest' }] } })
  }
})
