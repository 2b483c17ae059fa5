import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderRow } from '#contract/order-row.ts'
import type { OrderFlag } from '#contract/orders.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { withClient } from '#server/testing/postgres.ts'
import { randomFrom } from '#server/testing/random.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let reader: Browser
let channelIds: string[]
let sold: Awaited<ReturnType<typeof sellMany>>

beforeAll(async () => {
  server = await createTestApp()
  companyId = (await buildCompany(server.deps.db)).id
  reader = await server.as('readonly', companyId)
  channelIds = await Promise.all([1, 2].map(async () => (await buildChannel(server.deps, companyId)).id))
  sold = await sellMany()
})
afterAll(() => server.close())

const names = ['Ana Ruiz', 'BEN O’NEIL', 'Zoë Brontë', '山田太郎', 'Søren_Å', 'C\\D', '100% Cy', null]

/** As lists show them, newest first; many were placed at the same time. */
async function sellMany() {
  const random = randomFrom(6)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const rows = Array.from({ length: 90 }, (_, number) => ({
    companyId,
    id: newId(),
    orderNumber: `LS-${number}`,
    channelId: pick(channelIds),
    externalOrderId: `${pick(['WEB', 'web', 'M'])}-${number * 37}${pick(['', '_', '%'])}`,
    customerName: pick(names),
    status: pick(orderStatuses),
    placedAt: new Date(Date.UTC(2026, 2, 2, 9, Math.floor(number / 5))),
    ...(random() < 0.2 ? { heldAt: new Date(), holdReason: 'Fraud check' } : {}),
    partialReason: random() < 0.1 ? 'One of two' : null,
    waits: random() < 0.1,
  }))
  await server.deps.db.inCompany(companyId, async (tx) => {
    await tx.insert(orders).values(rows)
    const item = { companyId, code: 'bad_address', reason: 'No street', raisedAt: new Date() } as const
    const waiting = rows.filter(({ waits }) => waits)
    await tx.insert(attentionItems).values(waiting.map(({ id: orderId }) => ({ ...item, id: newId(), orderId })))
  })
  return rows.toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime() || (a.id < b.id ? 1 : -1))
}

type Sold = (typeof sold)[number]

const hasFlag: Record<OrderFlag, (order: Sold) => boolean> = {
  to_ship: (order) => {
    const isPartial = order.partialReason !== null && ['sent_to_fulfillment', 'shipped'].includes(order.status)
    return !('heldAt' in order) && (isPartial || ['placed', 'acknowledged'].includes(order.status))
  },
  held: (order) => 'heldAt' in order,
  partial: ({ partialReason }) => partialReason !== null,
  attention: ({ waits }) => waits,
}

const contains = (text: string) => (order: Sold) =>
  [order.externalOrderId, order.customerName ?? ''].some((field) => field.toLowerCase().includes(text.toLowerCase()))

async function idsFound(filter: Record<string, string>, limit: number) {
  const query = new URLSearchParams({ ...filter, limit: String(limit) }).toString()
  const pages = await readAllPages(reader, `/api/orders?${query}`, OrderRow)
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([ids.length]))
  return ids
}

const idsOf = (found: Sold[]) => found.map(({ id }) => id)

describe('a search of orders', () => {
  // Rare and frequent, long and too short for the index, pattern characters, letters of any script.
  it.each([
    'web',
    'WEB-3',
    '-',
    'a',
    'an',
    'ana r',
    'o’n',
    'brontë',
    'ZOË',
    '太郎',
    '山',
    '%',
    '_',
    '\\',
    '37_',
    'zzz',
  ])('finds %s anywhere in the text, in pages', async (text) => {
    const expected = idsOf(sold.filter(contains(text)))
    expect(await idsFound({ search: text }, 3)).toEqual(expected)
    expect(await idsFound({ search: text }, 500)).toEqual(expected)
  })

  it('goes together with status, channel and flag', async () => {
    const [channelId = ''] = channelIds
    for (const text of ['', 'web', 'zoë']) {
      const matching = sold.filter(contains(text))
      for (const flag of ['held', 'partial', 'attention'] as const) {
        expect(await idsFound({ search: text, flag }, 8)).toEqual(idsOf(matching.filter(hasFlag[flag])))
      }
      const shipped = matching.filter((order) => order.status === 'shipped' && order.channelId === channelId)
      expect(await idsFound({ search: text, status: 'shipped', channelId }, 8)).toEqual(idsOf(shipped))
      const held = shipped.filter(hasFlag.held)
      expect(await idsFound({ search: text, status: 'shipped', channelId, flag: 'held' }, 8)).toEqual(idsOf(held))
    }
  })

  it('is paged by POST with the cursor in the body', async () => {
    const byGet = (await reader.get('/api/orders?search=web&limit=4')).json<OrderRow[]>()
    const first = await reader.post('/api/orders/search', { search: 'web', limit: 2 })
    const cursor = /[?&]cursor=([^>&]+)/.exec(String(first.headers['link']))?.[1]
    const second = await reader.post('/api/orders/search', { search: 'web', limit: 2, cursor })
    expect([...first.json<OrderRow[]>(), ...second.json<OrderRow[]>()]).toEqual(byGet)
    expect(first.headers['link']).not.toContain('web')
  })

  it('keeps the total that the first page was read with', async () => {
    const first = await reader.get('/api/orders?search=web&limit=2')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const late = { companyId, id: newId(), orderNumber: 'LS-late', externalOrderId: 'WEB-late', placedAt: new Date(0) }
    await server.deps.db.inCompany(companyId, (tx) => tx.insert(orders).values(late))
    const second = await reader.get(next)
    await server.deps.db.inCompany(companyId, (tx) => tx.delete(orders).where(sql`order_number = 'LS-late'`))
    expect(second.headers['x-total-count']).toBe(first.headers['x-total-count'])
  })
})

describe('the function behind it', () => {
  const call = sql`select total, ids from search_orders('WEB', null, null, null, null, null, 500, true)`

  it('shows nothing of another company, and nothing to who names none', async () => {
    const { db } = server.deps
    const other = await buildCompany(db)
    const own = await db.inCompany(companyId, (tx) => tx.execute(call))
    const foreign = await db.inCompany(other.id, (tx) => tx.execute(call))
    const nameless = await db.onPlatform((tx) => tx.execute(call))
    expect(own.rows).toMatchObject([{ total: String(sold.filter(contains('web')).length) }])
    expect([foreign.rows, nameless.rows]).toEqual([[{ total: '0', ids: [] }], [{ total: '0', ids: [] }]])
  })

  it('reads the company’s orders though somebody makes a table of that name', async () => {
    const found = await server.deps.db.inCompany(companyId, async (tx) => {
      await tx.execute(sql`create temp table orders (like public.orders) on commit drop`)
      return tx.execute(call)
    })
    expect(found.rows).toMatchObject([{ total: String(sold.filter(contains('web')).length) }])
  })

  it('reads by the owner’s window, or the wall would keep it from its index', async () => {
    const { rows } = await withClient(server.database.url, (client) =>
      client.query(`select cmd, roles = array[current_user]::name[] as "isForOwner" from pg_policies
        where tablename = 'orders' and policyname = 'owner_window'`),
    )
    expect(rows).toEqual([{ cmd: 'SELECT', isForOwner: true }])
  })

  it('is for the server’s role alone', async () => {
    const { rows } = await withClient(server.database.url, (client) =>
      client.query(`select count(*)::int as grants from information_schema.routine_privileges
        where routine_name = 'search_orders' and grantee = 'PUBLIC'`),
    )
    expect(rows).toEqual([{ grants: 0 }])
  })
})
