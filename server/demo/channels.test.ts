import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMeta, type RunningMeta } from '#emulators/meta/start-meta.ts'
import { listChannels, readChannel } from '#server/features/channels/channels.ts'
import { listListings } from '#server/features/channels/listings/listings.ts'
import { createMetaShops } from '#server/integrations/meta/channel.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { handlers } from '#server/worker.ts'
import { asOperator } from './operator.ts'
import { addDemoChannels } from './channels.ts'
import { loadDemo } from './load-demo.ts'

const appSecret = 'the secret of the application'
let meta: RunningMeta
let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
let companyId: string
const lines: string[] = []

beforeAll(async () => {
  meta = await startMeta({ appSecret, limits: 'off', speed: 0 })
  test = await createTestDeps()
  const timing = {
    now: () => meta.clock.time(),
    sleep: async (milliseconds: number) => meta.clock.advance(milliseconds),
    limit: () => new AbortController().signal,
  }
  deps = {
    ...test.deps,
    log: createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => lines.push(line) }),
    config: { ...test.deps.config, META_GRAPH_URL: meta.url },
    ports: {
      ...noPorts,
      channels: {
        ...noPorts.channels,
        meta_shops: createMetaShops({ graphUrl: meta.url, appSecret, version: 'test', fetch, timing }),
      },
    },
  }
  await loadDemo(deps.db, deps.clock)
  companyId = (await asOperator(deps)).companyId
  await addDemoChannels(deps)
})
afterAll(async () => {
  await test.close()
  await meta.stop()
})

const inJob = () => companyContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)

async function detailOf(name: string) {
  const { rows } = await listChannels(inJob(), { limit: 50 })
  return readChannel(inJob(), { channelId: rows.find((one) => one.name === name)?.id ?? '' })
}

async function listingsOf(name: string) {
  const { id: channelId } = await detailOf(name)
  return (await listListings(inJob(), { channelId, limit: 500 })).rows
}

it('the demo company has three channels, added by its operator', async () => {
  const { rows } = await listChannels(inJob(), { limit: 50 })
  expect(rows.map(({ name, type, platform, isActive }) => [name, type, platform, isActive])).toEqual([
    ['Harbor & Pine on Instagram', 'meta_shops', null, true],
    ['Harbor & Pine Store', 'website', 'standard', true],
    ['Pine Outlet', 'website', 'woocommerce', true],
  ])
  const added = await deps.db.inCompany(companyId, (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.action, 'channel.create')),
  )
  expect(added.map(({ actorName }) => actorName)).toEqual(['Theo Okafor', 'Theo Okafor', 'Theo Okafor'])
  expect(lines).toEqual([])
})

it('the store’s products link to its pages', async () => {
  expect(await detailOf('Harbor & Pine Store')).toMatchObject({
    productUrl: 'https://harborandpine.test/products/{sku}',
    webhookUrl: null,
    safetyBuffer: 0,
  })
})

it('the outlet has a buffer of two units, one reduced price and two hidden SKUs', async () => {
  expect(await detailOf('Pine Outlet')).toMatchObject({ safetyBuffer: 2 })
  const all = await listingsOf('Pine Outlet')
  expect(all).toHaveLength(120)
  const cheaper = all.filter(({ price }) => price !== null)
  expect(cheaper).toMatchObject([{ sku: 'HP-CFB-RST', price: '79.00', skuPrice: '96.00', isVisible: true }])
  const inUse = all.filter(({ isActive }) => isActive)
  expect(inUse.filter(({ isVisible }) => !isVisible).map(({ sku }) => sku)).toEqual(['HP-OTR-FOG', 'HP-OTR-HNY'])
})

it('the Instagram shop is connected to the Meta emulator, which receives its few offers', async () => {
  const connected = { hasAccessToken: true, accessError: null, productUrl: 'https://harborandpine.test/products/{sku}' }
  expect(await detailOf('Harbor & Pine on Instagram')).toMatchObject({ ...connected, lastSyncedAt: null })
  await handlers['channels.push-offers'](inJob(), {})
  expect(await detailOf('Harbor & Pine on Instagram')).toMatchObject({
    ...connected,
    lastSyncedAt: deps.clock.now().toISOString(),
  })
  const offered = (await listingsOf('Harbor & Pine on Instagram')).filter(({ isVisible }) => isVisible)
  expect(offered.map(({ sku, syncError }) => [sku, syncError])).toEqual(
    ['EMB', 'OAT', 'SPR', 'TID'].map((code) => [`HP-THR-${code}`, 'Meta needs an image for each item.']),
  )
})

it('the Instagram shop stays unconnected when the Meta emulator does not answer, and a warning is logged', async () => {
  await addDemoChannels({ ...deps, config: { ...deps.config, META_GRAPH_URL: 'http://127.0.0.1:1' } })
  const { rows } = await listChannels(inJob(), { limit: 50 })
  const second = rows.find(({ slug }) => slug === 'harbor-pine-on-instagram-2')
  expect(await readChannel(inJob(), { channelId: second?.id ?? '' })).toMatchObject({ hasAccessToken: false })
  expect(lines.join()).toContain('the demo company’s channels could not all be set up')
})
