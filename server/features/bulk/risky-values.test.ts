import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Problem, problemTypes } from '#contract/errors.ts'
import { askFirst, listRisks, riskHeader } from '#contract/risky-values.ts'
import { type Browser, createTestApp } from '#server/testing/app.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { bulkActions } from '#server/testing/bulk-fixture.ts'
import { buildChannel } from '#server/testing/channels.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const { newCompany, upload, preview, skuByCode } = bulkActions(() => server)

/** What a screen sends with each of its calls. */
const answering = (browser: Browser, answer: string) => Object.assign(browser.headers, { [riskHeader]: answer })

const question = (reply: { json: () => unknown }) => (reply.json() as Problem).risks

/** A company with the SKU LAMP at $68.00, and a browser whose screens ask. */
async function lampCompany() {
  const { companyId, ops } = await newCompany()
  const product = await buildProduct(server.deps.db, companyId, { title: 'Lamp' })
  const sku = await buildSku(server.deps.db, companyId, { sku: 'LAMP', productId: product.id, price: '68.00' })
  answering(ops, askFirst)
  return { companyId, ops, sku, skuPath: `/api/products/${product.id}/skus` }
}

const priceOf = async (companyId: string) => (await skuByCode(companyId, 'LAMP'))?.sku.price

describe('a screen', () => {
  it('saves a risky cell of the sheet only after it was confirmed', async () => {
    const { companyId, ops, sku } = await lampCompany()
    const save = (price: number) => ops.post('/api/products/bulk-update', { updates: [{ id: sku.id, price }] })
    const refused = await save(2.5)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<Problem>()).toMatchObject({
      type: problemTypes.confirmRisks,
      detail: 'Nothing was saved: 1 value looks like a typing error and must be confirmed first.',
      risks: {
        changes: [{ sku: 'LAMP', field: 'price', from: 68, to: 2.5, why: 'The price drops by 90% or more.' }],
        total: 1,
      },
    })
    expect(await priceOf(companyId)).toBe('68.00')
    answering(ops, question(refused)?.confirmation ?? '')
    expect((await save(2.4)).statusCode).toBe(409)
    expect((await save(2.5)).statusCode).toBe(200)
    expect(await priceOf(companyId)).toBe('2.50')
  })

  it('is asked again when the value has become another one since', async () => {
    const { companyId, ops, sku } = await lampCompany()
    const save = () => ops.post('/api/products/bulk-update', { updates: [{ id: sku.id, price: 2.5 }] })
    const { confirmation = '' } = question(await save()) ?? {}
    const colleague = await server.as('ops', companyId)
    await colleague.post('/api/products/bulk-update', { updates: [{ id: sku.id, price: 60 }] })
    answering(ops, confirmation)
    expect(question(await save())?.changes).toMatchObject([{ from: 60, to: 2.5 }])
  })

  it('saves values that are not risky without a question', async () => {
    const { ops, sku } = await lampCompany()
    const reply = await ops.post('/api/products/bulk-update', { updates: [{ id: sku.id, price: 61, quantity: 0 }] })
    expect(reply.statusCode).toBe(200)
  })

  it('applies a file only with the confirmation of its preview', async () => {
    const { companyId, ops } = await lampCompany()
    const rows = [
      ['LAMP', 'Lamp', 2.5, 1, '', ''],
      ['NEW', 'New', 0, 1, '', ''],
    ]
    const { risks } = (await preview(ops, rows)).body
    expect(risks?.changes.map(({ sku, from, to }) => [sku, from, to])).toEqual([
      ['LAMP', 68, 2.5],
      ['NEW', null, 0],
    ])
    expect((await upload(ops, rows)).status).toBe(409)
    expect(await skuByCode(companyId, 'NEW')).toBeUndefined()
    answering(ops, risks?.confirmation ?? '')
    expect((await upload(ops, rows)).body).toMatchObject({ updated: 1, created: 1 })
  })

  it('changes a SKU in its form only after the price was confirmed', async () => {
    const { companyId, ops, sku, skuPath } = await lampCompany()
    const change = () => ops.patch(`${skuPath}/${sku.id}`, { version: 1, price: '0' })
    const refused = await change()
    expect(question(refused)?.changes).toMatchObject([{ sku: 'LAMP', from: 68, to: 0, why: 'The price is 0.' }])
    expect(await priceOf(companyId)).toBe('68.00')
    answering(ops, question(refused)?.confirmation ?? '')
    expect((await change()).statusCode).toBe(200)
    expect((await ops.post(skuPath, { sku: 'FREE', price: '0' })).statusCode).toBe(409)
  })

  it('changes a price on a channel only after it was confirmed', async () => {
    const { companyId, ops, sku } = await lampCompany()
    const channel = await buildChannel(server.deps, companyId)
    const path = `/api/channels/${channel.id}/listings/${sku.id}`
    const refused = await ops.patch(path, { price: '6.80' })
    expect(question(refused)?.changes).toMatchObject([{ sku: 'LAMP', from: 68, to: 6.8 }])
    expect((await ops.patch(path, { price: '65' })).statusCode).toBe(200)
  })
})

it('a program that never asks is not held up', async () => {
  const { companyId, ops } = await newCompany()
  const sku = await buildSku(server.deps.db, companyId, { price: '68.00' })
  const reply = await ops.post('/api/products/bulk-update', { updates: [{ id: sku.id, price: 2.5 }] })
  expect(reply.statusCode).toBe(200)
})

it('the database finds the same risks as the rule', async () => {
  const { companyId, ops } = await newCompany()
  const prices = [null, 0, 0.01, 0.05, 0.09, 0.1, 6, 6.8, 6.81, 10, 40.79, 40.8, 67.99, 68, 100, 680, 679.99]
  const cases = prices.flatMap((from) => prices.map((to) => ({ from, to: to ?? 5 })))
  const changes = cases.map(({ from, to }, index) => ({ sku: `S-${1000 + index}`, field: 'price' as const, from, to }))
  for (const { sku, from } of changes)
    await buildSku(server.deps.db, companyId, { sku, title: 'T', price: from === null ? null : from.toFixed(2) })
  const { body } = await preview(
    ops,
    changes.map(({ sku, to }) => [sku, 'T', to, 0, '', '']),
  )
  const risks = listRisks(changes)
  expect(body.risks?.total).toBe(risks.length)
  expect(body.risks?.changes).toEqual(risks.slice(0, 200))
})
