import { desc, eq, sql } from 'drizzle-orm'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import type { ReportType } from '#contract/report-values.ts'
import { Report, type ReportOf } from '#contract/reports.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { newId } from '#server/platform/ids.ts'
import { type createTestApp, noPorts } from './app.ts'
import { buildCompany, buildSku, setLevel } from './builders.ts'
import { buildChannel } from './channels.ts'
import type { FakeMail } from './notification-fixture.ts'
import { withClient } from './postgres.ts'
import { changeSettings } from './stock.ts'

type Server = Awaited<ReturnType<typeof createTestApp>>

type Sold = Partial<Omit<typeof orders.$inferInsert, 'companyId' | 'placedAt'>> & {
  at: string | Date
  lines?: { skuId: string | null; quantity: number }[]
}

export type ReportFixture = Awaited<ReturnType<typeof createReportFixture>>

/** A company in Los Angeles with two channels, two SKUs, three customers and no orders. */
export async function createReportFixture(server: Server, timeZone = 'America/Los_Angeles') {
  const { deps } = server
  const { id: companyId } = await buildCompany(deps.db)
  await changeSettings(deps.db, companyId, { timeZone })
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => deps.db.inCompany(companyId, work)
  const web = await buildChannel(deps, companyId, { name: 'Web' })
  const meta = await buildChannel(deps, companyId, { name: 'Meta', type: 'meta_shops' })
  const tee = await buildSku(deps.db, companyId, { sku: 'TEE', title: 'Tee' })
  const mug = await buildSku(deps.db, companyId, { sku: 'MUG', title: 'Mug' })
  await setLevel(deps.db, tee, { qtyAvailable: 40, qtyInbound: 5 })
  const [ana, ben, cara] = ['Ana', 'Ben', 'Cara'].map((firstName) => ({ companyId, id: newId(), firstName }))
  await inCompany((tx) => tx.insert(customers).values([ana, ben, cara].flatMap((customer) => customer ?? [])))
  const ops = await server.as('ops', companyId)
  return {
    companyId,
    inCompany,
    ops,
    reader: await server.as('readonly', companyId),
    channelIds: [web.id, meta.id] as const,
    skuIds: [tee.id, mug.id] as const,
    customerIds: [ana?.id ?? '', ben?.id ?? '', cara?.id ?? ''] as const,
    sell: (sold: Sold) => inCompany((tx) => insertSold(tx, companyId, { channelId: web.id, ...sold })),
    change: (orderId: string, values: Partial<typeof orders.$inferInsert>) =>
      inCompany((tx) => tx.update(orders).set(values).where(eq(orders.id, orderId))),
    read: async <Type extends ReportType>(type: Type, startDate: string, endDate = startDate) => {
      const { body } = await ops.get(`/api/reports/${type}?startDate=${startDate}&endDate=${endDate}`)
      const report = Report.parse(JSON.parse(body))
      if (report.type !== type) throw new Error('Another report')
      return report as ReportOf<Type>
    },
  }
}

async function insertSold(tx: Tx, companyId: string, { at, lines = [], ...columns }: Sold): Promise<string> {
  const id = columns.id ?? newId()
  const values = { orderNumber: id, externalOrderId: id, total: '10.00', ...columns, placedAt: new Date(at) }
  await tx.insert(orders).values({ ...values, companyId, id })
  const item = { companyId, orderId: id, sku: 'AS-SOLD', unitPrice: '1.00', totalPrice: '1.00' }
  const items = lines.map((line, position) => ({ ...item, ...line, id: newId(), position }))
  if (items.length > 0) await tx.insert(orderItems).values(items)
  return id
}

/** Orders of the week from February 16 and the week before: Ana returns, Ben and Cara are new, one order is cancelled. */
export async function createSoldWeeksFixture(server: Server) {
  const fixture = await createReportFixture(server)
  const { sell, channelIds, customerIds, skuIds } = fixture
  const [web, meta] = channelIds
  const [ana, ben, cara] = customerIds
  const [tee, mug] = skuIds
  // Cancelled, yet her first.
  await sell({ at: '2026-02-01T12:00:00Z', customerId: ana, status: 'cancelled' })
  await sell({ at: '2026-02-10T12:00:00Z', customerId: ana, total: '30.00', lines: [{ skuId: tee, quantity: 3 }] })
  // Half an hour before the week begins, and its first and last moments.
  await sell({ at: '2026-02-16T07:30:00Z', channelId: null, total: '7.00' })
  await sell({
    at: '2026-02-16T08:00:00Z',
    customerId: ana,
    total: '20.00',
    taxAmount: '1.50',
    lines: [{ skuId: tee, quantity: 2 }],
  })
  await sell({
    at: '2026-02-23T07:59:59Z',
    channelId: meta,
    customerId: ben,
    total: '50.01',
    discountAmount: '5.00',
    lines: [{ skuId: mug, quantity: 1 }],
  })
  await sell({
    at: '2026-02-18T20:00:00Z',
    channelId: meta,
    customerId: ben,
    total: '10.00',
    shippingAmount: '4.00',
    lines: [
      { skuId: tee, quantity: 1 },
      { skuId: null, quantity: 9 },
    ],
  })
  await sell({ at: '2026-02-18T21:00:00Z', channelId: null, total: '9.99' })
  await sell({ at: '2026-02-18T22:00:00Z', customerId: cara, total: '80.00', currency: 'EUR' })
  await sell({
    at: '2026-02-19T22:00:00Z',
    channelId: meta,
    total: '500.00',
    status: 'cancelled',
    lines: [{ skuId: mug, quantity: 7 }],
  })
  await sell({ at: '2026-02-23T08:00:00Z', customerId: cara, total: '11.00' })
  return { ...fixture, web, meta, ana, ben, cara, tee, mug }
}

const storedSales = `
  select 'slot' as what, company_id::text, slot::text as key, channel_id::text as of, currency, sum(orders) as orders,
    sum(cancelled) as cancelled, sum(units) as units, sum(revenue) as revenue, sum(discounts) as discounts,
    sum(shipping) as shipping, sum(tax) as tax
  from sales_slots group by 2, 3, 4, 5
  having (sum(orders), sum(cancelled), sum(units), sum(revenue)) <> (0, 0, 0, 0)
  union all
  select 'sku', company_id::text, day::text, sku_id::text, null, 0, 0, sum(units), 0, 0, 0, 0 from sku_sales
  group by 2, 3, 4 having sum(units) <> 0
  union all
  select 'first', company_id::text, first_order_at::text, id::text, null, 0, 0, 0, 0, 0, 0, 0 from customers
  order by 1, 2, 3, 4, 5`

/** The sales counters as triggers maintained them, and as a recount computes them (rolled back). */
export async function storedAndRecounted(adminUrl: string) {
  return withClient(adminUrl, async (client) => {
    await client.query('begin')
    const { rows: noted } = await client.query<Record<string, unknown>>(storedSales)
    await client.query('select recount_sales()')
    const { rows: recounted } = await client.query<Record<string, unknown>>(storedSales)
    await client.query('rollback')
    return { noted, recounted }
  })
}

export const schedulesPath = '/api/report-schedules'

export const jobCaller = { actor: { type: 'job', name: 'test' }, origin: noOrigin } as const

export const withMail = (deps: Deps, mail: FakeMail | null): Deps => ({ ...deps, ports: { ...noPorts, mail } })

/** A company in Berlin with mailed reports. */
export async function createReportScheduleFixture(
  { deps, as }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'deps' | 'as'>,
  mail: FakeMail,
  company: Parameters<typeof buildCompany>[1] = {},
) {
  const { db } = deps
  const { id: companyId } = await buildCompany(db, company)
  await changeSettings(db, companyId, { timeZone: 'Europe/Berlin' })
  const ops = await as('ops', companyId)
  const schedules = async () => (await ops.get(schedulesPath)).json<ReportSchedule[]>()
  const daily = async () => {
    const [first] = await schedules()
    if (!first) throw new Error('Every company has two')
    return first
  }
  const runs = () =>
    db.inCompany(companyId, (tx) => tx.select().from(reportRuns).orderBy(desc(reportRuns.dueAt), desc(reportRuns.id)))
  return {
    companyId,
    ops,
    schedules,
    daily,
    runs,
    runOf: async (runId: string) => (await runs()).find(({ id }) => id === runId),
    ctx: (service: FakeMail | null = mail) => companyContext(withMail(deps, service), jobCaller, companyId),
    /** Requests a run of the daily report now. */
    async asked(changes: object = {}) {
      const { id } = await daily()
      await ops.patch(`${schedulesPath}/${id}`, changes)
      const reply = await ops.post(`${schedulesPath}/${id}/run`, {})
      if (reply.statusCode !== 202) throw new Error(reply.body)
      return (await runs())[0]?.id ?? ''
    },
    jobs: () =>
      db.inCompany(companyId, async (tx) => {
        const { rows } = await tx.execute(sql`select data from background_jobs where name = 'reports.send'`)
        return rows
      }),
  }
}
