import { read, utils } from '@e965/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AuditRow } from '#contract/audit.ts'
import { mostCounted } from '#contract/paging.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { writeEntry } from '#server/testing/audit-entries.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let admin: Browser

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  admin = await server.as('admin', companyId)
})
afterAll(() => server.close())

const list = async (query = '') => (await admin.get(`/api/audit${query}`)).json<AuditRow[]>()
const idsOf = (rows: AuditRow[]) => rows.map(({ resourceId }) => resourceId)

/** Inserts entries with given times, as only tests do. */
const writeAt = (moments: string[]) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      insert into audit_log (company_id, id, actor_type, actor_name, action, resource, resource_id, created_at)
      select ${companyId}::uuid, new_id(), 'system', 'Lockstep', 'sku.update', 'sku', at, at::timestamptz
      from unnest(${sql.param(moments)}::text[]) as at`),
  )

/** Bypasses the chain, which is not tested here and would take seconds. */
const writeMany = (count: number) =>
  withClient(server.database.adminUrl, (admin) =>
    admin.query(`
      set session_replication_role = replica;
      insert into audit_log (company_id, id, actor_type, actor_name, action, resource, created_at)
      select '${companyId}', gen_random_uuid(), 'system', 'Lockstep', 'sku.update', 'sku', now() - n / 2 * interval '1 ms'
      from generate_series(1, ${count}) n`),
  )

describe('the list', () => {
  it('shows who did what, when, from where, and what changed', async () => {
    await writeEntry(server.deps, companyId, {
      before: { price: '1.00', email: 'ana@example.com' },
      after: { price: '2.00' },
    })
    const [entry] = await list()
    expect(entry).toMatchObject({
      actorType: 'user',
      actorName: 'Ana Ruiz',
      action: 'product.update',
      resource: 'product',
      resourceId: 'p-1',
      changes: { before: { price: '1.00', email: 'a•••@example.com' }, after: { price: '2.00' } },
      ipAddress: '127.0.0.1',
      userAgent: 'Mozilla/5.0',
      requestId: 'req-1',
    })
  })

  it('names what people know by a name', async () => {
    const { id: skuId } = await buildSku(server.deps.db, companyId, { sku: 'PINE-SOAP' })
    const numbers = { orderNumber: 'LS-90001', externalOrderId: '7781', externalNumber: '#1042' }
    const { id: orderId } = await buildOrder(server.deps, companyId, { channelId: null, ...numbers })
    const elsewhere = await buildCompany(server.deps.db)
    const { id: foreignId } = await buildSku(server.deps.db, elsewhere.id, { sku: 'THEIRS' })
    for (const [resource, resourceId] of [
      ['order', orderId],
      ['sku', skuId],
      ['sku', foreignId],
      ['sku', 'gone'],
    ] as const) {
      await writeEntry(server.deps, companyId, { resource, resourceId })
    }
    const rows = await list('?limit=4')
    expect(rows.map(({ subject }) => subject)).toEqual([null, null, 'PINE-SOAP', 'LS-90001 · #1042'])
  })

  it('pages newest first without losing or repeating an entry, also of one moment', async () => {
    await writeAt([...Array.from({ length: 5 }, () => '2026-01-01T00:00:00Z'), '2026-01-02T00:00:00Z'])
    const pages = await readAllPages(admin, '/api/audit?limit=2', AuditRow)
    const rows = pages.flatMap((page) => page.rows)
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
    expect(rows[0]?.at).toBe('2026-01-02T00:00:00.000Z')
  })

  it('has nothing of another company', async () => {
    await writeEntry(server.deps, (await buildCompany(server.deps.db)).id)
    expect(await list()).toEqual([])
  })

  it('filters by resource, actor and a part of either, case-insensitively', async () => {
    await writeEntry(server.deps, companyId, { resourceId: 'P-77' })
    await writeEntry(server.deps, companyId, { action: 'order.cancel', resource: 'order', resourceId: 'o-1' })
    await writeAt(['2026-01-01T00:00:00Z'])
    expect(idsOf(await list('?resource=order'))).toEqual(['o-1'])
    expect(idsOf(await list('?actorType=system'))).toEqual(['2026-01-01T00:00:00Z'])
    expect(idsOf(await list('?search=ANA%20r'))).toEqual(['o-1', 'P-77'])
    expect(idsOf(await list('?search=CANCEL'))).toEqual(['o-1'])
    expect(idsOf(await list('?search=p-7'))).toEqual(['P-77'])
    expect(idsOf(await list('?search=p%257'))).toEqual([])
    expect(idsOf(await list('?search=ana&resource=product&actorType=user'))).toEqual(['P-77'])
    expect((await admin.get('/api/audit?resource=nonsense')).statusCode).toBe(422)
  })

  it('filters by the company’s days, both inclusive', async () => {
    await writeAt(['2026-03-08T07:59:59Z', '2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'])
    expect(await list('?from=2026-03-08&to=2026-03-08')).toHaveLength(2)
    await changeSettings(server.deps.db, companyId, { timeZone: 'America/Los_Angeles' })
    const thatDay = ['2026-03-09T06:59:59Z', '2026-03-08T08:00:00Z']
    expect(idsOf(await list('?from=2026-03-08&to=2026-03-08'))).toEqual(thatDay)
    expect(idsOf(await list('?from=2026-03-09'))).toEqual(['2026-03-09T07:00:00Z'])
    expect(idsOf(await list('?to=2026-03-07'))).toEqual(['2026-03-08T07:59:59Z'])
  })

  it('stops counting at a limit', async () => {
    await writeMany(mostCounted + 50)
    const { headers } = await admin.get('/api/audit?limit=1')
    expect(headers['x-total-count']).toBe(String(mostCounted + 1))
  })
})

describe('the file', () => {
  const download = async (query: string) => {
    const { rawPayload, statusCode } = await admin.get(`/api/audit/export?${query}`)
    expect(statusCode).toBe(200)
    const book = read(rawPayload, { raw: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    return sheet ? utils.sheet_to_json<Record<string, string>>(sheet) : []
  }

  it.each(['csv', 'xlsx'])('has the filtered entries, as %s, and is audited itself', async (format) => {
    await writeEntry(server.deps, companyId)
    await writeEntry(server.deps, companyId, { resource: 'order', resourceId: '=1+1' })
    const lines = await download(`format=${format}&resource=product&search=ana`)
    expect(lines).toMatchObject([
      { Who: 'Ana Ruiz', Kind: 'Person', Action: 'product.update', 'Resource ID': 'p-1', Agent: 'Mozilla/5.0' },
    ])
    expect(lines[0]?.['When (UTC)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(JSON.parse(lines[0]?.['Changes'] ?? '')).toEqual({ before: { title: 'Mug' }, after: { title: 'Cup' } })
    expect(await auditedChanges(server.deps.db, companyId, 'audit.export')).toMatchObject([
      { changes: { before: {}, after: { format, resource: 'product', isSearched: true } } },
    ])
  })

  it('pages through any number of entries, each once', async () => {
    await writeMany(4_001)
    const lines = await download('format=csv&resource=sku')
    expect(new Set(lines.map((line) => line['Entry ID'])).size).toBe(4_001)
  })
})
