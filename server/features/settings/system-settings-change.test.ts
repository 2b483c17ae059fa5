import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SystemSettings } from '#contract/settings.ts'
import type { SyncFrequency } from '#contract/settings-values.ts'
import { startDueSyncs } from '#server/features/marketplace/sync/request-sync.ts'
import { platformContext } from '#server/platform/context.ts'
import type { Topic } from '#contract/events.ts'
import { syncSchedules } from '#server/platform/db/schema/marketplace.ts'
import { type Browser, recordTopics } from '#server/testing/app.ts'
import { asJob } from '#server/testing/audit-entries.ts'
import { buildSku } from '#server/testing/builders.ts'
import { createChannelAs, skusToPush } from '#server/testing/channels.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { countStock } from '#server/testing/stock.ts'
import {
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'

let test: StockSyncFixture
let company: SyncedCompany
let ops: Browser

beforeAll(async () => {
  test = await createStockSyncFixture()
})
beforeEach(async () => {
  company = await test.company()
  ops = await test.as('ops', company.id)
})
afterAll(() => test.close())

const before: SystemSettings = {
  syncFrequency: '30min',
  automaticSync: true,
  lowStockThreshold: 10,
  safetyBuffer: 0,
  timeZone: 'UTC',
  currency: 'USD',
}
async function save(wanted: Partial<SystemSettings>) {
  const reply = await ops.put('/api/settings/system', { ...before, ...wanted })
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

const minutes = (count: number) => new Date(test.clock.now().getTime() + count * 60_000)

describe('the sync frequency', () => {
  const dueIn = (count: number) =>
    company.ctx.transaction((tx) =>
      tx.insert(syncSchedules).values({
        companyId: company.id,
        integrationId: company.accountId,
        kind: 'inventory',
        dueAt: minutes(count),
      }),
    )
  const dueAt = async () =>
    (await company.ctx.transaction((tx) => tx.select({ dueAt: syncSchedules.dueAt }).from(syncSchedules)))[0]?.dueAt

  it.each<[number, SyncFrequency, number]>([
    [20, '15min', 5],
    [10, '15min', 0],
    [20, '1h', 50],
    [20, '4h', 230],
    [-200, '1h', 0],
  ])('moves a sync that is due in %i minutes: every %s, in %i', async (due, syncFrequency, moved) => {
    await dueIn(due)
    await save({ syncFrequency })
    expect(await dueAt()).toEqual(minutes(moved))
  })

  it('leaves other companies’ syncs alone, and does not move a sync when nothing changes', async () => {
    await dueIn(20)
    const theirs = await test.company()
    await (await test.as('ops', theirs.id)).put('/api/settings/system', { ...before, syncFrequency: '15min' })
    await save({ lowStockThreshold: 11 })
    expect(await dueAt()).toEqual(minutes(20))
  })

  it('has no effect while automatic sync is off; on again, due syncs start', async () => {
    await dueIn(-1)
    const start = async () => (await startDueSyncs(platformContext(test.deps, asJob)), (await company.runs()).length)
    await save({ automaticSync: false })
    expect(await start()).toBe(0)
    await save({ automaticSync: true })
    expect(await start()).toBe(1)
  })
})

describe('the low stock threshold', () => {
  const stocked = async (available: number) => {
    const sku = await buildSku(test.deps.db, company.id)
    await countStock(test.deps.db, company.id, sku.id, { available })
    return sku
  }
  const lowSkus = async () => {
    const { rows } = await company.ctx.transaction((tx) =>
      tx.execute<{ id: string; since: string }>(
        sql`select sku_id as id, low_since::text as since from stock_levels where low_since is not null order by sku_id`,
      ),
    )
    return rows
  }

  it('re-evaluates since when every SKU is low', async () => {
    const [few, some] = [await stocked(3), await stocked(15)]
    const [longLow] = await lowSkus()
    expect(longLow?.id).toBe(few.id)
    await save({ lowStockThreshold: 20 })
    const risen = await lowSkus()
    expect(risen.map(({ id }) => id)).toEqual([few.id, some.id].toSorted())
    expect(risen.find(({ id }) => id === few.id)).toEqual(longLow)
    expect(new Date(risen.find(({ id }) => id === some.id)?.since ?? '')).toEqual(test.clock.now())
    await save({ lowStockThreshold: 2 })
    expect(await lowSkus()).toEqual([])
    const alerts = await ops.get('/api/inventory/alerts')
    expect(alerts.json()).toEqual([])
  })

  it('applies to concurrent counts', async () => {
    const sku = await stocked(50)
    let saving: Promise<void> = Promise.resolve()
    await company.ctx.transaction(async (tx) => {
      await tx.execute(sql`select from stock_levels where sku_id = ${sku.id} for update`)
      saving = save({ lowStockThreshold: 2 })
      await vi.waitUntil(async () => (await countLockWaits(test.deps.db)) === 1)
      await tx.execute(sql`update stock_levels set qty_available = 5, low_since = now() where sku_id = ${sku.id}`)
    })
    await saving
    expect(await lowSkus()).toEqual([])
  })
})

describe('offers of channels', () => {
  it.each([{ safetyBuffer: 2 }, { currency: 'EUR' }])(
    'a change of %j is pushed to each channel that receives offers',
    async (wanted) => {
      await buildSku(test.deps.db, company.id, { sku: 'A-1' })
      await buildSku(test.deps.db, company.id, { sku: 'B-2' })
      const [told, silent] = [
        await createChannelAs(ops, { name: 'Told' }),
        await createChannelAs(ops, { name: 'Silent' }),
      ]
      await ops.patch(`/api/channels/${told.id}`, { webhookUrl: 'http://localhost:9/hook' })
      const noted = (id: string) => skusToPush(test.deps.db, company.id, id)
      await company.ctx.transaction((tx) => tx.execute(sql`delete from offer_changes`))
      await save({ lowStockThreshold: 9 })
      expect(await noted(told.id)).toEqual([])
      await save({ lowStockThreshold: 9, ...wanted })
      expect([await noted(told.id), await noted(silent.id)]).toEqual([['A-1', 'B-2'], []])
    },
  )

  it('change the ETag of feeds', async () => {
    const shop = await createChannelAs(ops)
    const headers = { authorization: `Bearer ${shop.apiKey}` }
    const tag = async () => (await test.app.http.inject({ url: '/api/feed/my-shop.json', headers })).headers['etag']
    const tags = [await tag()]
    for (const wanted of [{ safetyBuffer: 1 }, { safetyBuffer: 1, currency: 'EUR' }]) {
      await save(wanted)
      tags.push(await tag())
    }
    expect(new Set(tags).size).toBe(3)
  })
})

describe('the company’s browsers', () => {
  it.each<[Partial<SystemSettings>, Topic[]]>([
    [{ automaticSync: false }, ['marketplace', 'settings']],
    [{ lowStockThreshold: 9 }, ['inventory', 'products', 'settings']],
    [{ safetyBuffer: 1 }, ['inventory', 'settings']],
    [{ currency: 'EUR' }, ['inventory', 'products', 'promotions', 'settings']],
    [{ timeZone: 'Europe/Berlin' }, ['promotions', 'settings']],
  ])('are notified of what %j concerns', async (wanted, topics) => {
    expect(await recordTopics(test.deps, company.id, () => save(wanted))).toEqual(topics)
  })
})
