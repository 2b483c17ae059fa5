import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'
import type { OrderEvent } from './order-events.ts'
import { ingestEvents } from './ingest-events.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const past = 1_500

/** Shipped orders X1, X2 …, each with its own customer, line, hold and delivery. */
async function addHistory({ companyId, shop, skuId }: IntakeFixture): Promise<void> {
  const customer = `insert into customers (company_id, id) select $1, new_id() from generate_series(1, ${past})`
  const order = `insert into orders (company_id, id, order_number, channel_id, external_order_id, customer_id, placed_at)
    select $1, new_id(), 'X' || row_number() over (), '${shop.id}', 'X' || row_number() over (), id, now()
    from customers where company_id = $1`
  const line = `insert into order_items (company_id, id, order_id, position, sku_id, quantity, unit_price, total_price, sku)
    select $1, new_id(), id, 0, '${skuId('MUG')}', 1, 8, 8, 'MUG' from orders where company_id = $1`
  const hold = `insert into stock_holds (company_id, id, sku_id, order_item_id, quantity, ended_at, ending)
    select $1, new_id(), sku_id, id, 1, now(), 'counted_by_amazon' from order_items where company_id = $1`
  const delivery = `insert into webhook_events (company_id, id, channel_id, event_type, external_order_id, payload, is_verified,
      is_processed, order_id)
    select $1, new_id(), channel_id, 'order.created', external_order_id, '', true, true, id from orders where company_id = $1`
  await withClient(test.database.adminUrl, async (client) => {
    for (const statement of [customer, order, line, hold, delivery]) await client.query(statement, [companyId])
  })
}

const rowsRead = sql`
  select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables`

it('intake does not scan a company’s past for each order without statistics', async () => {
  await addHistory(await createIntakeFixture(test.deps))
  await withClient(test.database.adminUrl, (client) => client.query('analyze'))
  const fixture = await createIntakeFixture(test.deps)
  await addHistory(fixture)
  const { ctx, shop } = fixture
  const by = { type: 'webhook', name: shop.name, channelId: shop.id } as const
  const events = Array.from({ length: 20 }, (_, index): OrderEvent => {
    const about = { channelId: shop.id, externalOrderId: `X${index + 1}`, at: new Date(), by }
    if (index < 10) return { ...about, eventType: 'order.cancelled', order: null }
    const customer = { firstName: 'Ana' }
    const order = OrderData.parse(anOrder(about.externalOrderId, { customer }))
    return { ...about, eventType: 'order.updated', order }
  })
  await ctx.transaction(async (tx) => {
    const results = await ingestEvents(tx, ctx, events)
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['cancelled', 'changed']))
    const { rows } = await tx.execute<{ count: number }>(rowsRead)
    // A full scan is fine on small tables; a nested scan would be millions of rows.
    expect(rows[0]?.count).toBeLessThan(100 * past)
  })
})
