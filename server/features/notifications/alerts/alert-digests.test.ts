import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import { buildProduct, buildSku, setLevel } from '#server/testing/builders.ts'
import { buildFailedJob } from '#server/testing/test-jobs.ts'
import { FakeMail, createNotificationFixture, type NotificationFixture } from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { createAlertDigests } from './alert-digests.ts'
import { hasDueAlerts } from './queries.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let clock: ReturnType<typeof manualClock>
let mail: FakeMail
let fixture: NotificationFixture

beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())
beforeEach(async () => {
  clock = manualClock(new Date())
  mail = new FakeMail()
  fixture = await createNotificationFixture(
    { ...test.deps, clock, ports: { ...noPorts, mail } },
    { email: 'office@pine.test' },
  )
})

const minutes = (count: number) => clock.advance(count * 60)

/** A SKU with so many units left; few units make it low from now on. */
async function stocked(left: number, isActive = true) {
  const { id: productId } = await buildProduct(test.deps.db, fixture.companyId, { title: 'Mug' })
  const sku = await buildSku(test.deps.db, fixture.companyId, { productId, isActive })
  await setLow(sku, left)
  return sku
}

async function setLow(sku: { id: string; companyId: string }, left: number) {
  await setLevel(test.deps.db, sku, { qtyAvailable: left })
  const lowSince = left <= 10 ? clock.now() : null
  await fixture.ctx.transaction((tx) => tx.update(stockLevels).set({ lowSince }).where(eq(stockLevels.skuId, sku.id)))
}

async function stockMany(count: number, left: number) {
  const { companyId } = fixture
  const { id: productId } = await buildProduct(test.deps.db, companyId, { title: 'Mug' })
  await fixture.ctx.transaction(async (tx) => {
    const added = Array.from({ length: count }, (_, index) => ({
      companyId,
      id: newId(),
      productId,
      sku: `MUG-${index}`,
    }))
    await tx.insert(skus).values(added)
    const ids = added.map(({ id }) => id)
    const low = { qtyAvailable: left, lowSince: clock.now() }
    await tx.update(stockLevels).set(low).where(inArray(stockLevels.skuId, ids))
  })
}

/** Like the job that runs every minute: only when something is due. */
async function turn(): Promise<number> {
  const isDue = await fixture.ctx.transaction((tx) => hasDueAlerts(tx, fixture.companyId, clock.now()))
  const { told } = await createAlertDigests(fixture.ctx)
  expect(told > 0).toBe(isDue)
  await fixture.send()
  return told
}

describe('low-stock alerts', () => {
  it('of a hundred SKUs are one mail, some minutes after the first', async () => {
    const { sku } = await stocked(0)
    await stockMany(104, 3)
    expect(await turn()).toBe(0)
    minutes(6)
    expect(await turn()).toBe(105)
    expect(mail.sent).toMatchObject([
      { to: ['office@pine.test'], subject: 'Low stock: 105 SKUs', unsubscribeUrl: null },
    ])
    expect(mail.sent[0]?.text).toContain(`${sku} Mug: none left\n`)
    expect(mail.sent[0]?.text).toContain('Mug: 3 left\n… and 5 more')
    expect(mail.sent[0]?.html).toContain('/inventory')
    minutes(120)
    expect(await turn()).toBe(0)
  })

  it('are sent at most once an hour, and again when the stock is low again', async () => {
    const sku = await stocked(3)
    minutes(6)
    expect(await turn()).toBe(1)
    await setLow(sku, 50)
    await stocked(2)
    minutes(30)
    await setLow(sku, 3)
    expect(await turn()).toBe(0)
    minutes(31)
    expect(await turn()).toBe(2)
    expect(mail.sent).toHaveLength(2)
  })

  it('leave out SKUs that have recovered or are inactive, and are not sent when disabled', async () => {
    const sku = await stocked(3)
    await stocked(0, false)
    minutes(6)
    await setLow(sku, 50)
    expect(await turn()).toBe(0)
    await setLow(sku, 1)
    minutes(6)
    await changeSettings(test.deps.db, fixture.companyId, { lowStockAlerts: false })
    expect(await turn()).toBe(0)
    await changeSettings(test.deps.db, fixture.companyId, { lowStockAlerts: true })
    await test.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ email: null }).where(eq(companies.id, fixture.companyId)),
    )
    expect(await turn()).toBe(0)
    await changeSettings(test.deps.db, fixture.companyId, { alertEmail: 'alerts@pine.test' })
    expect(await turn()).toBe(1)
    expect(mail.sent).toMatchObject([{ to: ['alerts@pine.test'] }])
  })
})

describe('failed-job alerts', () => {
  it('are one mail, each job once', async () => {
    await buildFailedJob(test.deps, fixture.companyId)
    await buildFailedJob(test.deps, fixture.companyId)
    minutes(6)
    expect(await turn()).toBe(2)
    expect(mail.sent).toMatchObject([
      { subject: 'Failed: 2 jobs', text: expect.stringContaining('test.fails: It broke') },
    ])
    minutes(120)
    expect(await turn()).toBe(0)
    await changeSettings(test.deps.db, fixture.companyId, { failedJobAlerts: false })
    await buildFailedJob(test.deps, fixture.companyId)
    expect(await turn()).toBe(0)
  })

  it('leave out failures older than a day', async () => {
    await buildFailedJob(test.deps, fixture.companyId)
    minutes(25 * 60)
    expect(await turn()).toBe(0)
  })
})

it('two processes at once send no alert twice', async () => {
  await stocked(3)
  minutes(6)
  const results = await Promise.all([createAlertDigests(fixture.ctx), createAlertDigests(fixture.ctx)])
  expect(new Set(results.map((result) => result.told))).toEqual(new Set([0, 1]))
})

it('alerts from before a restore are not mailed again', async () => {
  await stocked(3)
  minutes(6)
  const gate = { restoredAt: clock.now(), closedBy: null }
  await createAlertDigests({ ...fixture.ctx, gate })
  expect(await fixture.statuses()).toEqual(['owner email skipped'])
  minutes(61)
  await stocked(2)
  minutes(6)
  await createAlertDigests({ ...fixture.ctx, gate })
  expect(await fixture.statuses()).toEqual(['owner email pending', 'owner email skipped'])
})
