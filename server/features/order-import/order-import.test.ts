import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderImportColumns } from '#contract/order-import.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { companyContext, type CompanyContext, noOrigin } from '#server/platform/context.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { createIntakeFixture, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { buildWorkbook } from '#server/testing/workbooks.ts'
import { importOrders, previewImport } from './order-import.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let intake: IntakeFixture
let olive: CompanyContext
beforeAll(async () => (test = await createTestDeps()))
afterAll(() => test.close())
beforeEach(async () => {
  intake = await createIntakeFixture(test.deps)
  const actor = { type: 'user', userId: newId(), role: 'ops', name: 'Olive' } as const
  olive = companyContext(test.deps, { actor, origin: noOrigin }, intake.companyId)
})

const heading = 'Order number,Name,Email,Street,City,State,Zip,Country,SKU,Qty,Price,Shipping'
const ana = 'Ana Ruiz,ana@example.com,1 Main St,Seattle,Washington,98101,United States'

const fileOf = (lines: readonly string[]) => ({
  file: { name: 'orders.csv', bytes: Buffer.from([heading, ...lines].join('\r\n')) },
  stopwatch: startStopwatch(),
})

const importLines = (...lines: string[]) => importOrders(olive, fileOf(lines))
const checkLines = (...lines: string[]) => previewImport(olive, fileOf(lines))

const goodLines = [`FAIR-1,${ana},TEE-L,2,19.00,4.50`, 'FAIR-1,,,,,,,,mug,1,8,', `FAIR-2,${ana},MUG,1,,`]

describe('a file of orders', () => {
  it('comes in like orders of a channel, several lines as one order, and writes to nobody', async () => {
    await changeSettings(test.deps.db, intake.companyId, { customerEmail: true, ownerSms: true })
    expect(await importLines(...goodLines)).toMatchObject({
      rows: 3,
      orders: 2,
      created: 2,
      known: 0,
      failed: 0,
      waiting: 0,
      errors: [],
    })
    const orders = await intake.orders()
    expect(orders).toMatchObject([
      {
        externalOrderId: 'FAIR-1',
        status: 'placed',
        total: '50.50',
        city: 'Seattle',
        lines: [
          { sku: 'MUG', quantity: 1, held: 1, isKnown: true },
          { sku: 'TEE-L', quantity: 2, held: 2, isKnown: true },
        ],
      },
      { externalOrderId: 'FAIR-2', total: '0.00' },
    ])
    expect(await intake.held()).toEqual({ MUG: 2, 'TEE-L': 2 })
    expect(await intake.timelineOf(orders[0]?.id ?? '')).toMatchObject([
      { event: 'order.placed', description: 'Imported from a file, with 2 items.', actorName: 'Olive' },
    ])
    expect(await olive.transaction((tx) => tx.select().from(notifications))).toEqual([])
  })

  it('comes in once, however often it is sent', async () => {
    await importLines(...goodLines)
    expect(await checkLines(...goodLines)).toMatchObject({ created: 0, known: 2 })
    expect(await importLines(...goodLines, `FAIR-3,${ana},MUG,1,8.00,`)).toMatchObject({
      created: 1,
      known: 2,
      orders: 3,
    })
    const [one, two] = await Promise.all([importLines(`FAIR-4,${ana},MUG,1,,`), importLines(`FAIR-4,${ana},MUG,1,,`)])
    expect(one.created + two.created).toBe(1)
    expect(await intake.orders()).toHaveLength(4)
  })

  it('is checked without writing anything', async () => {
    const preview = await checkLines(...goodLines)
    expect(preview).toMatchObject({ rows: 3, orders: 2, created: 2, known: 0, failed: 0 })
    expect(preview.shown[0]).toEqual({
      row: 2,
      number: 'FAIR-1',
      recipient: 'Ana Ruiz',
      country: 'US',
      lines: 2,
      units: 3,
      total: '50.50',
      currency: 'USD',
      isKnown: false,
    })
    expect(await intake.orders()).toEqual([])
  })

  it('leaves an order with a wrong line out as a whole and names what is wrong', async () => {
    const result = await importLines(
      `FAIR-1,${ana},TEE-L,2,19.00,`,
      'FAIR-1,,,,Portland,,,,NOPE,0,8,',
      `LS-10001,${ana},MUG,1,8,`,
      `,${ana},MUG,1,8,`,
      'FAIR-2,Zoe Fry,zoe,1 Elm St,Seattle,WA,12,US,MUG,1,8,',
      `FAIR-3,${ana},MUG,1,8,`,
    )
    expect(result).toMatchObject({ orders: 5, created: 1, failed: 4 })
    expect(result.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 City',
      '3 SKU',
      '3 Quantity',
      '4 Order number',
      '5 Order number',
      '6 Postal code',
      '6 Email',
    ])
    expect((await intake.orders()).map(({ externalOrderId }) => externalOrderId)).toEqual(['FAIR-3'])
  })

  it('counts the orders that wait for stock', async () => {
    expect(await importLines(`FAIR-1,${ana},MUG,11,8,`)).toMatchObject({ created: 1, waiting: 1 })
  })

  it('can be an Excel workbook, in the columns of the template', async () => {
    const names = orderImportColumns.map(({ name }) => name)
    const row = [
      '77',
      'Ana Ruiz',
      '',
      '',
      '1 Main St',
      '',
      'Seattle',
      'WA',
      '98101',
      'US',
      'MUG',
      2,
      8,
      '',
      '',
      'Priority',
      'Gift',
    ]
    const file = { name: 'orders.xlsx', bytes: buildWorkbook([names, row]) }
    expect(await importOrders(olive, { file, stopwatch: startStopwatch() })).toMatchObject({ created: 1, errors: [] })
    expect(await intake.orders()).toMatchObject([{ externalOrderId: '77', total: '16.00' }])
  })

  it('is refused as a whole without its columns or rows', async () => {
    await expect(importLines()).rejects.toMatchObject({ message: 'The file has headings but no rows.' })
    const file = { name: 'orders.csv', bytes: Buffer.from('Order number,SKU\n1,MUG') }
    await expect(previewImport(olive, { file, stopwatch: startStopwatch() })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})
