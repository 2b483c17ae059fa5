import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackingUploadRows } from '#contract/bulk.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { packages } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createOrderFixture } from '#server/testing/order-fixture.ts'
import { buildWorkbook } from '#server/testing/workbooks.ts'
import { uploadTracking } from './tracking-upload.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => void (test = await createTestDeps()))
afterAll(() => test.close())

const headings = ['Order', 'Carrier', 'Tracking number']

async function seller() {
  const fixture = await createOrderFixture(test.deps)
  const upload = (name: string, bytes: Buffer) =>
    uploadTracking(fixture.ctx, { file: { name, bytes }, stopwatch: startStopwatch() })
  return {
    ...fixture,
    upload,
    csv: (...lines: string[]) => upload('tracking.csv', Buffer.from(lines.join('\r\n'))),
    parcels: () =>
      fixture.ctx.transaction((tx) =>
        tx
          .select({ carrier: packages.carrier, trackingNumber: packages.trackingNumber, url: packages.trackingUrl })
          .from(packages)
          .orderBy(packages.id),
      ),
    statusOf: async (orderId: string) => (await fixture.row(orderId))?.status,
  }
}

describe('a file of tracking numbers', () => {
  it('ships the orders that it names by our number or by the channel’s', async () => {
    const fixture = await seller()
    const [first, second, third] = [
      await fixture.build(),
      await fixture.build({ externalNumber: '#1001' }),
      await fixture.build({ externalOrderId: '7001' }),
    ]
    const result = await fixture.csv(
      'order,Carrier,Tracking  Number,Tracking link,Colour',
      `${first.orderNumber},UPS,1Z9,,red`,
      '1001,"Pigeon, Post",9400111899223197428490,https://pigeons.example/1,',
      '',
      '7001,"The ""fast"" one",77,,',
    )
    expect(result).toEqual({ processed: 3, shipped: 3, unchanged: 0, failed: 0, errors: [] })
    for (const { id } of [first, second, third]) expect(await fixture.statusOf(id)).toBe('shipped')
    expect(await fixture.parcels()).toEqual([
      { carrier: 'UPS', trackingNumber: '1Z9', url: null },
      { carrier: 'Pigeon, Post', trackingNumber: '9400111899223197428490', url: 'https://pigeons.example/1' },
      { carrier: 'The "fast" one', trackingNumber: '77', url: null },
    ])
    expect((await fixture.audit(first.id)).map(({ action }) => action)).toEqual(['order.ship'])
  })

  it('changes nothing the second time', async () => {
    const fixture = await seller()
    const { orderNumber } = await fixture.build()
    const file = [headings.join(';'), `${orderNumber};UPS;1Z9`]
    expect(await fixture.csv(...file)).toMatchObject({ shipped: 1, unchanged: 0 })
    expect(await fixture.csv(...file)).toEqual({ processed: 1, shipped: 0, unchanged: 1, failed: 0, errors: [] })
    expect(await fixture.parcels()).toHaveLength(1)
  })

  it('applies its good rows and names the others by row, column and reason', async () => {
    const fixture = await seller()
    const other = await seller()
    const [good, held] = [
      await fixture.build({ items: [{ quantity: 2 }] }),
      await fixture.build({ heldAt: new Date(), holdReason: 'Fraud check' }),
    ]
    const foreign = await other.build()
    const [one, two] = [
      await buildChannel(test.deps, fixture.companyId),
      await buildChannel(test.deps, fixture.companyId),
    ]
    await fixture.build({ channelId: one.id, externalOrderId: '55' })
    await fixture.build({ channelId: two.id, externalOrderId: '55' })
    const result = await fixture.csv(
      headings.join(','),
      `${good.orderNumber},UPS,1Z1`,
      `${held.orderNumber},UPS,1Z2`,
      'LS-nobody,UPS,1Z3',
      `${foreign.orderNumber},UPS,1Z4`,
      '55,UPS,1Z5',
      ',UPS,',
      `${good.orderNumber},UPS,1Z7`,
    )
    expect(result).toEqual({
      processed: 7,
      shipped: 1,
      unchanged: 0,
      failed: 6,
      errors: [
        { row: 3, column: 'Order', reason: 'The order is on hold. Release it first.' },
        { row: 4, column: 'Order', reason: 'There is no order LS-nobody.' },
        { row: 5, column: 'Order', reason: `There is no order ${foreign.orderNumber}.` },
        { row: 6, column: 'Order', reason: 'Several orders have the number 55. Use the number that begins with LS-.' },
        { row: 7, column: 'Order', reason: 'Order is required' },
        { row: 7, column: 'Tracking number', reason: 'Tracking number is required' },
        { row: 8, column: 'Order', reason: 'Row 2 ships everything left in this order.' },
      ],
    })
    expect(await other.statusOf(foreign.id)).toBe('placed')
    expect(await fixture.statusOf(held.id)).toBe('placed')
  })

  it('can be an Excel workbook, whose long numbers must be text', async () => {
    const fixture = await seller()
    const [first, second] = [await fixture.build(), await fixture.build()]
    const rows = [headings, [first.orderNumber, 'UPS', 1234], [second.orderNumber, 'USPS', 9.400111899223198e21]]
    const result = await fixture.upload('tracking.xlsx', buildWorkbook(rows))
    expect(result).toMatchObject({
      processed: 2,
      shipped: 1,
      errors: [
        {
          row: 3,
          column: 'Tracking number',
          reason: 'Tracking number is a number Excel can’t store exactly: format the cell as text',
        },
      ],
    })
    expect(await fixture.parcels()).toMatchObject([{ trackingNumber: '1234' }])
  })

  it('in the code page of Windows, or in UTF-16, is read as it was written', async () => {
    const fixture = await seller()
    const { orderNumber } = await fixture.build()
    const text = (carrier: string) => `${headings.join('\t')}\n${orderNumber}\t${carrier}\t1`
    await fixture.upload('a.csv', Buffer.from(text('Österreich Post'), 'latin1'))
    const again = await fixture.upload('b.csv', Buffer.from(`\uFEFF${text('Österreich Post')}`, 'utf16le'))
    expect(again).toMatchObject({ unchanged: 1 })
    expect(await fixture.parcels()).toMatchObject([{ carrier: 'Österreich Post' }])
  })

  it('is refused as a whole without its columns, without rows, with too many, or as another kind of file', async () => {
    const fixture = await seller()
    const refusal = (promise: Promise<unknown>) => promise.then(() => null).catch((error: Error) => error.message)
    expect(await refusal(fixture.csv('Order,Tracking number', 'LS-1,1Z'))).toBe(
      'The first row must contain the column headings: Order, Carrier, Tracking number.',
    )
    expect(await refusal(fixture.csv(headings.join(',')))).toBe('The file has headings but no rows.')
    const many = Array.from({ length: trackingUploadRows + 1 }, (_, at) => `LS-${at},UPS,${at}`)
    expect(await refusal(fixture.csv(headings.join(','), ...many))).toMatch(/^The file has more than 500 rows/)
    expect(await refusal(fixture.upload('tracking.pdf', Buffer.from('x')))).toMatch(/\.xlsx, \.xls or \.csv/)
    expect(await fixture.ctx.transaction((tx) => tx.select().from(orders).where(eq(orders.status, 'shipped')))).toEqual(
      [],
    )
  })
})
