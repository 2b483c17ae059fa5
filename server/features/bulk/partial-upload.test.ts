import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadPreview, UploadResult } from '#contract/bulk.ts'
import { type Browser, createTestApp } from '#server/testing/app.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { bulkActions } from '#server/testing/bulk-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { multipartOf } from '#server/testing/workbooks.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const { newCompany, skuByCode, undo } = bulkActions(() => server)

/** A company with 12 lamps at $68.00, and the call that sends a CSV file. */
async function lampCompany() {
  const { companyId, ops } = await newCompany()
  const product = await buildProduct(server.deps.db, companyId, { title: 'Lamp', category: 'Lighting' })
  const fields = { sku: 'LAMP', productId: product.id, title: 'Lamp, brass', price: '68.00', asin: 'B000000001' }
  const { id } = await buildSku(server.deps.db, companyId, fields)
  await countStock(server.deps.db, companyId, id, { available: 12 })
  const lamp = async () => {
    const found = await skuByCode(companyId, 'LAMP')
    const { title, price, asin } = found?.sku ?? {}
    return { title, price, asin, category: found?.product.category, quantity: found?.level.qtyAvailable }
  }
  return { companyId, ops, lamp, upload: (text: string) => send(ops, 'upload', text) }
}

async function send(browser: Browser, call: 'preview' | 'upload', text: string, name = 'prices.csv') {
  const { headers, payload } = multipartOf(Buffer.from(text), name)
  const url = `/api/bulk/${call}`
  const reply = await server.app.http.inject({
    method: 'POST',
    url,
    headers: { ...browser.headers, ...headers },
    payload,
  })
  return { status: reply.statusCode, body: reply.json<UploadPreview & UploadResult & { detail?: string }>() }
}

const before = { title: 'Lamp, brass', price: '68.00', asin: 'B000000001', category: 'Lighting', quantity: 12 }

describe('a file with only some columns', () => {
  it.each<[string, string, Partial<typeof before>]>([
    ['SKU and Price', 'SKU,Price\nLAMP,61.50\n', { price: '61.50' }],
    ['SKU and Quantity', 'sku;quantity\nLAMP;9\n', { quantity: 9 }],
    ['SKU and Category', 'Category\tSKU\nLamps\tLAMP\n', { category: 'Lamps' }],
    ['SKU, Price and Quantity', '\uFEFFSKU;Price;Quantity\r\nLAMP;61,50;9\r\n', { price: '61.50', quantity: 9 }],
  ])('of %s changes just these', async (_name, text, change) => {
    const { lamp, upload } = await lampCompany()
    expect((await upload(text)).body).toMatchObject({ processed: 1, updated: 1, failed: 0 })
    expect(await lamp()).toEqual({ ...before, ...change })
  })

  it('is previewed with just these, and undone', async () => {
    const { ops, lamp, upload } = await lampCompany()
    const text = 'SKU,Price\nLAMP,61.50'
    const preview = (await send(ops, 'preview', text)).body
    expect(preview).toMatchObject({ fileName: 'prices.csv', sheetName: 'prices.csv', updated: 1 })
    expect(preview.changes).toMatchObject([{ cells: [{ field: 'price', before: '68.00', after: '61.50' }] }])
    const { body } = await upload(text)
    expect((await undo(ops, body.changeSetId)).body).toMatchObject({ undone: 1 })
    expect(await lamp()).toEqual(before)
  })

  it('makes no new SKU, and says what one needs', async () => {
    const { companyId, lamp, upload } = await lampCompany()
    const { body } = await upload('SKU,Price\nLAMP,61.50\nNEW,5')
    expect(body).toMatchObject({
      processed: 2,
      updated: 1,
      created: 0,
      failed: 1,
      errors: [
        {
          row: 3,
          column: 'SKU',
          reason: 'There is no SKU with this code. A new one needs Title, Price and Quantity',
        },
      ],
    })
    expect(await skuByCode(companyId, 'NEW')).toBeUndefined()
    expect(await lamp()).toMatchObject({ price: '61.50' })
  })

  it('is refused without the SKU, or without anything to change', async () => {
    const { upload } = await lampCompany()
    expect((await upload('Title,Price\nLamp,5')).body.detail).toContain('is missing the columns SKU and Quantity.')
    expect((await upload('SKU\nLAMP')).body.detail).toContain('is missing the columns Title, Price and Quantity.')
  })
})

it('a CSV file with all columns adds SKUs, as a workbook does', async () => {
  const { companyId, upload } = await lampCompany()
  const { body } = await upload('SKU,Title,Price,Quantity\nNEW,"Lamp, ""new""",1299,5')
  expect(body).toMatchObject({ processed: 1, created: 1 })
  expect((await skuByCode(companyId, 'NEW'))?.sku).toMatchObject({ title: 'Lamp, "new"', price: '1299.00' })
})

it('a web page that is called .csv is refused', async () => {
  const { ops } = await lampCompany()
  const { status, body } = await send(ops, 'upload', '<html><table>')
  expect([status, body.detail]).toEqual([422, expect.stringContaining('a web page (HTML)')])
})
