import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logoRule } from '#contract/images.ts'
import { assessStock, type AlertSeverity } from '#contract/stock-status.ts'
import { parseImage } from '#server/features/images/parse-image.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { changeSetErrors, changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { storedImages } from '#server/platform/db/schema/images.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import { manualClock } from '#server/testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load-demo.ts'

const clock = manualClock()
let test: TestDatabase
let isFirst: boolean
let isSecond: boolean
let companyId: string

/** A moving clock, since parts find each other's rows by time. */
function afterAMoment(): Date {
  clock.advance(0.001)
  return clock.now()
}

beforeAll(async () => {
  test = await createTestDatabase()
  isFirst = await loadDemo(test.db, { now: afterAMoment })
  isSecond = await loadDemo(test.db, clock)
  const [company] = await test.db.onPlatform((tx) => tx.select().from(companies))
  companyId = company?.id ?? ''
})
afterAll(() => test.drop())

const inDemo = <T>(work: (tx: Tx) => Promise<T>) => test.db.inCompany(companyId, work)

it('an empty database is filled once with one company, its settings and the three people of the sign-in page', async () => {
  expect([isFirst, isSecond]).toEqual([true, false])
  const [everybody, firms, settings] = await test.db.onPlatform(async (tx) => [
    await tx.select().from(users),
    await tx.select().from(companies),
    await tx.select().from(companySettings),
  ])
  expect(firms).toMatchObject([{ name: 'Harbor & Pine', isActive: true }])
  expect(settings).toMatchObject([{ companyId: firms[0]?.id, timeZone: 'America/Los_Angeles' }])
  expect(everybody.map(({ email, role }) => `${role}: ${email}`).toSorted()).toEqual([
    'admin: admin@lockstep.test',
    'ops: ops@lockstep.test',
    'readonly: readonly@lockstep.test',
  ])
})

describe('the catalogue', () => {
  const read = () =>
    inDemo(async (tx) => ({ all: await tx.select().from(products), skus: await tx.select().from(skus) }))

  it('has 60 products of 5 brands in 8 categories, with one to five SKUs each', async () => {
    const { all, skus } = await read()
    const distinct = (values: unknown[]) => new Set(values).size
    expect([all.length, skus.length]).toEqual([60, 120])
    expect(distinct(all.map(({ brand }) => brand))).toBe(5)
    expect(distinct(all.map(({ category }) => category))).toBe(8)
    expect(distinct(all.map(({ title }) => title))).toBe(60)
    expect(distinct(all.map(({ createdAt }) => createdAt.getTime()))).toBe(60)
    const perProduct = all.map(({ id }) => skus.filter(({ productId }) => productId === id).length)
    expect([Math.min(...perProduct), Math.max(...perProduct)]).toEqual([1, 5])
  })

  it('has a picture for each product, and a logo, which an upload would take', async () => {
    const [all, images] = await inDemo(async (tx) => [
      await tx.select().from(products),
      await tx.select().from(storedImages),
    ])
    const owners = images.flatMap(({ productId }) => productId ?? [])
    expect(owners.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(images).toHaveLength(all.length + 1)
    expect(new Set(images.map(({ content }) => content.toString('base64'))).size).toBeGreaterThan(40)
    for (const { content } of images) expect(parseImage(content, logoRule).contentType).toBe('image/png')
  })

  it('is mostly stocked by Amazon, and that part is known to Amazon', async () => {
    const { skus } = await read()
    const held = skus.filter(({ stockHolder }) => stockHolder === 'amazon')
    expect(held.length / skus.length).toBeCloseTo(0.7, 1)
    expect(held.filter(({ asin, fnsku, lastAmazonSync }) => !asin || !fnsku || !lastAmazonSync)).toEqual([])
    const ours = skus.filter(({ stockHolder }) => stockHolder === 'merchant')
    expect(ours.filter(({ asin }) => !asin).length).toBeGreaterThan(2)
    expect(ours.filter(({ lastAmazonSync }) => !lastAmazonSync).length).toBeGreaterThan(2)
    expect(ours.filter(({ lastAmazonSync }) => lastAmazonSync).length).toBeGreaterThan(10)
  })

  it('has no active SKU under an inactive product', async () => {
    const { all, skus } = await read()
    const retired = new Set(all.filter(({ isActive }) => !isActive).map(({ id }) => id))
    expect(retired.size).toBeGreaterThan(1)
    expect(skus.filter((sku) => retired.has(sku.productId) && sku.isActive)).toEqual([])
    expect(skus.filter((sku) => !retired.has(sku.productId) && !sku.isActive).length).toBeGreaterThan(1)
  })
})

describe('the stock', () => {
  const readLevels = () =>
    inDemo((tx) =>
      tx.select({ sku: skus, level: stockLevels }).from(stockLevels).innerJoin(skus, eq(skus.id, stockLevels.skuId)),
    )
  const readCounts = () =>
    inDemo((tx) => tx.select().from(inventorySnapshots).orderBy(asc(inventorySnapshots.capturedAt)))

  it('equals the last count, and was read no earlier', async () => {
    const counts = Map.groupBy(await readCounts(), ({ skuId }) => skuId)
    for (const { sku, level } of await readLevels()) {
      const last = counts.get(sku.id)?.at(-1)
      const { qtyAvailable = 0, qtyReserved = 0, qtyInbound = 0, source = null } = last ?? {}
      expect(level, sku.sku).toMatchObject({ qtyAvailable, qtyReserved, qtyInbound, source, qtyHeld: 0 })
      if (last) expect(level.readAt?.getTime(), sku.sku).toBeGreaterThanOrEqual(last.capturedAt.getTime())
      else expect(level.readAt).toBeNull()
    }
  })

  it('has been low since the count that made it so, and only while it is', async () => {
    const counts = Map.groupBy(await readCounts(), ({ skuId }) => skuId)
    for (const { sku, level } of await readLevels()) {
      const all = counts.get(sku.id) ?? []
      const isLow = all.length > 0 && level.qtyAvailable <= 10
      expect(level.lowSince !== null, sku.sku).toBe(isLow)
      const since = all.filter(({ capturedAt }) => level.lowSince && capturedAt >= level.lowSince)
      expect(
        since.every(({ qtyAvailable }) => qtyAvailable <= 10),
        sku.sku,
      ).toBe(true)
      expect(all.at(-since.length - 1)?.qtyAvailable ?? 11, sku.sku).toBeGreaterThan(isLow ? 10 : -1)
    }
  })

  it('is low for more SKUs than yesterday, with the spells before', async () => {
    const [low] = (
      await inDemo((tx) =>
        tx.execute(sql`
          with asked as (select ${clock.now().toISOString()}::timestamptz - interval '1 day' as yesterday),
            spells as (select sku_id, began_at, ended_at from low_stock_spells
              union all select sku_id, low_since, null from stock_levels where low_since is not null)
          select count(*) filter (where began_at <= yesterday and (ended_at is null or ended_at > yesterday))::int as yesterday,
            count(*) filter (where ended_at is null)::int as today,
            count(*) filter (where ended_at is not null)::int > 30 as "isTold",
            count(*) filter (where ended_at <= began_at)::int as impossible
          from spells, asked`),
      )
    ).rows
    expect(low).toMatchObject({ isTold: true, impossible: 0 })
    expect(Number(low?.['today'])).toBeGreaterThan(Number(low?.['yesterday']))
    expect(Number(low?.['yesterday'])).toBeGreaterThan(10)
  })

  it('has every state that the screens distinguish', async () => {
    const active = (await readLevels()).filter(({ sku }) => sku.isActive).map(({ level }) => level)
    const severities = active.map((level) => assessStock(level).severity)
    const count = (severity: AlertSeverity) => severities.filter((one) => one === severity).length
    for (const severity of ['out_of_stock', 'critical', 'low'] as const) expect(count(severity)).toBeGreaterThan(3)
    expect(count('above')).toBeGreaterThan(80)
    expect(active.filter((level) => level.qtyAvailable === 0 && level.qtyReserved > 0).length).toBeGreaterThan(1)
    expect(active.filter((level) => level.qtyInbound > 0).length).toBeGreaterThan(5)
    expect(active.filter((level) => level.source === null)).toHaveLength(1)
  })

  it('goes back ninety days, with sales and deliveries, none of it in the future', async () => {
    const counts = await readCounts()
    const day = 24 * 3_600_000
    expect(clock.now().getTime() - (counts[0]?.capturedAt.getTime() ?? 0)).toBeGreaterThan(90 * day)
    expect(counts.filter(({ capturedAt }) => capturedAt > clock.now())).toEqual([])
    const steps = [...Map.groupBy(counts, ({ skuId }) => skuId).values()].flatMap((ofSku) =>
      ofSku.slice(1).map((one, index) => one.qtyAvailable - (ofSku[index]?.qtyAvailable ?? 0)),
    )
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(2_000)
    expect(steps.filter((step) => step > 11).length).toBeGreaterThan(100)
  })
})

describe('the bulk changes', () => {
  const readSets = () => inDemo((tx) => tx.select().from(changeSets).orderBy(asc(changeSets.createdAt)))

  it('are uploads and a sheet save by the operator, also in the audit log', async () => {
    const sets = await readSets()
    expect(sets.map(({ kind, failed }) => [kind, failed])).toEqual([
      ['upload', 0],
      ['upload', 0],
      ['upload', 3],
      ['sheet', 0],
    ])
    expect(sets.every(({ actorName, userId }) => actorName === 'Theo Okafor' && userId)).toBe(true)
    const entries = await inDemo((tx) => tx.select().from(auditLog).where(eq(auditLog.resource, 'change-set')))
    expect(new Set(entries.map(({ resourceId }) => resourceId))).toEqual(new Set(sets.map(({ id }) => id)))
  })

  it('count their rows and errors correctly, no row twice', async () => {
    for (const set of await readSets()) {
      const [rows, errors] = await inDemo(async (tx) => [
        await tx.select().from(changeSetRows).where(eq(changeSetRows.changeSetId, set.id)),
        await tx.select().from(changeSetErrors).where(eq(changeSetErrors.changeSetId, set.id)),
      ])
      const numbers = new Set(rows.map(({ rowNumber }) => rowNumber))
      expect(set).toMatchObject({ updated: numbers.size, failed: errors.length })
      expect(set.processed).toBe(set.updated + set.failed)
      expect(errors.filter(({ rowNumber }) => numbers.has(rowNumber))).toEqual([])
    }
  })

  it('explain every count of the company’s own warehouse', async () => {
    const found = await inDemo((tx) =>
      tx.execute<{ orphans: number }>(sql`
        select count(*)::int as orphans from inventory_snapshots s
        where source <> 'amazon' and not exists (
          select from change_set_rows r join change_sets c on c.id = r.change_set_id
          where r.resource = 'stock' and r.resource_id = s.sku_id and c.applied_at = s.captured_at
            and c.kind = s.source and (r.after ->> 'quantity')::int = s.qty_available)`),
    )
    expect(found.rows).toEqual([{ orphans: 0 }])
  })
})
