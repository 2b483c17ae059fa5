import { afterAll, beforeAll, expect, it } from 'vitest'
import { OrderRow } from '#contract/order-row.ts'
import { orderSorts } from '#contract/orders.ts'
import { sortsOf } from '#contract/paging.ts'
import { createTestApp, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function seller() {
  const { id: companyId } = await buildCompany(server.deps.db)
  const reader = await server.as('readonly', companyId)
  const find = async (query: string) => {
    const reply = await reader.get(`/api/orders?${query}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return {
      ids: reply.json<OrderRow[]>().map(({ externalOrderId }) => externalOrderId),
      total: Number(reply.headers['x-total-count']),
    }
  }
  return { companyId, reader, find }
}

/** Five orders of two channels whose keys repeat, so that the id decides between some. */
async function shelf(companyId: string) {
  const [east, west] = [
    await buildChannel(server.deps, companyId, { name: 'east' }),
    await buildChannel(server.deps, companyId, { name: 'West' }),
  ]
  const build = (externalOrderId: string, rest: Parameters<typeof buildOrder>[2]) =>
    buildOrder(server.deps, companyId, { externalOrderId, channelId: west.id, ...rest })
  const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
  await build('a', { customer: { firstName: 'cy' }, placedAt: at(3), items: [{ unitPrice: '9.50' }] })
  await build('b', {
    customer: { firstName: 'Bo' },
    placedAt: at(1),
    items: [{ unitPrice: '100.00' }],
    status: 'shipped',
  })
  await build('c', { customer: null, placedAt: at(5), items: [{ unitPrice: '20.00' }], channelId: east.id })
  await build('d', {
    customer: { firstName: 'Al' },
    placedAt: at(2),
    items: [{ unitPrice: '20.00' }],
    status: 'cancelled',
  })
  await build('e', {
    customer: { firstName: 'Al' },
    placedAt: at(4),
    items: [{ unitPrice: '3.00' }],
    channelId: east.id,
  })
}

it.each([
  ['placed', 'bdaec'],
  ['-placed', 'ceadb'],
  ['total', 'ea(cd)b'],
  ['-total', 'b(cd)ae'],
  ['customer', 'c(de)ba'],
  ['-customer', 'ab(de)c'],
  ['channel', '(ce)(abd)'],
  ['status', '(ace)bd'],
  ['-status', 'db(ace)'],
])('orders sorted by %s come page by page as %s, those in brackets in any sequence', async (sort, expected) => {
  const { companyId, reader } = await seller()
  await shelf(companyId)
  const pages = await readAllPages(reader, `/api/orders?sort=${sort}&limit=2`, OrderRow)
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
  const ids = pages.flatMap(({ rows }) => rows.map(({ externalOrderId }) => externalOrderId)).join('')
  const pattern = expected.replaceAll(/\((\w+)\)/g, (_, any: string) => `[${any}]{${any.length}}`)
  expect(ids).toMatch(new RegExp(`^${pattern}$`))
  expect(new Set(ids).size).toBe(5)
})

it('our numbers are sorted as numbers', async () => {
  const { companyId, find } = await seller()
  for (const orderNumber of ['LS-9999', 'LS-10000', 'LS-10001']) {
    await buildOrder(server.deps, companyId, { orderNumber, externalOrderId: orderNumber })
  }
  expect((await find('sort=number')).ids).toEqual(['LS-9999', 'LS-10000', 'LS-10001'])
  expect((await find('sort=-number')).ids).toEqual(['LS-10001', 'LS-10000', 'LS-9999'])
})

it.each(sortsOf(orderSorts))('the order %s goes with every filter', async (sort) => {
  const { companyId, find } = await seller()
  await shelf(companyId)
  const found = await find(`sort=${sort}&search=al&status=placed&flag=to_ship&from=2026-03-04&to=2026-03-04`)
  expect(found).toEqual({ ids: ['e'], total: 1 })
})

it('a search is sorted as a whole and not page by page', async () => {
  const { companyId, reader } = await seller()
  await shelf(companyId)
  const pages = await readAllPages(reader, '/api/orders?search=ruiz&sort=total&limit=1', OrderRow)
  expect(pages.flatMap(({ rows }) => rows.map(({ totalAmount }) => totalAmount))).toEqual([
    '3.00',
    '9.50',
    '20.00',
    '100.00',
  ])
  expect(pages[0]?.total).toBe(4)
})

it('a cursor of another order is refused', async () => {
  const { companyId, reader } = await seller()
  await shelf(companyId)
  const reply = await reader.get('/api/orders?limit=1')
  const cursor = /cursor=([^&>]+)/.exec(String(reply.headers['link']))?.[1] ?? ''
  expect((await reader.get(`/api/orders?sort=total&limit=1&cursor=${cursor}`)).statusCode).toBe(422)
  expect((await reader.get('/api/orders?sort=customerName')).statusCode).toBe(422)
})

it('days are days of the company’s time zone, both included', async () => {
  const { companyId, find } = await seller()
  await changeSettings(server.deps.db, companyId, { timeZone: 'America/Los_Angeles' })
  const build = (moment: string) =>
    buildOrder(server.deps, companyId, { externalOrderId: moment, placedAt: new Date(moment), customer: null })
  // March 8, 2026 has 23 hours there: it begins at 08:00 and ends at 07:00 UTC.
  const [before, first, last, after] = [
    '2026-03-08T07:59:59.000Z',
    '2026-03-08T08:00:00.000Z',
    '2026-03-09T06:59:59.000Z',
    '2026-03-09T07:00:00.000Z',
  ]
  for (const moment of [before, first, last, after]) await build(moment)
  expect(await find('from=2026-03-08&to=2026-03-08')).toEqual({ ids: [last, first], total: 2 })
  expect(await find('from=2026-03-08')).toEqual({ ids: [after, last, first], total: 3 })
  expect(await find('to=2026-03-08&flag=to_ship')).toEqual({ ids: [last, first, before], total: 3 })
  expect(await find('search=2026-03&to=2026-03-07')).toEqual({ ids: [before], total: 1 })
  expect(await find('from=2026-03-09&to=2026-03-08')).toEqual({ ids: [], total: 0 })
})
