import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyContext, noOrigin, platformContext } from '#server/platform/context.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock, publicUrl } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'
import { storeDelivery } from '../inbox/store-delivery.ts'
import { pollChannel } from '../poll/poll-channels.ts'
import { startDuePolls } from '../poll/start-due-polls.ts'
import { checkCredentials } from './check-credentials.ts'
import { watchWebhooks } from './watch-webhooks.ts'

let fixture: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => void (fixture = await createTestDeps()))
afterAll(() => fixture.close())

type Given = NonNullable<Parameters<typeof buildChannel>[2]>

/** A company with one connected WooCommerce shop. Its webhooks were checked and it was heard of just now. */
async function openShop(given: Given = {}) {
  const clock = manualClock()
  const shop = new FakeShop('woocommerce', 'https://shop.example', 'cs_right-secret')
  const warned: { at: string; message: string }[] = []
  const log = Object.create(fixture.deps.log) as typeof fixture.deps.log
  log.warn = ((_fields: object, message: string) =>
    void warned.push({ at: clock.now().toISOString().slice(5, 10), message })) as typeof log.warn
  const deps = { ...fixture.deps, clock, log, ports: shop.ports }
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)
  const now = clock.now()
  const { id: channelId, webhookSecret } = await buildChannel(deps, companyId, {
    type: 'woocommerce',
    accountId: shop.account.accountId,
    credentials: JSON.stringify({ consumerKey: 'ck_1234567890', consumerSecret: 'cs_right-secret' }),
    adapterState: { apiVersion: 'v3' },
    webhooksCheckedAt: now,
    lastHeardAt: now,
    lastPolledAt: now,
    ...given,
  })
  const platform = platformContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin })
  const url = `${publicUrl}/api/webhooks/${channelId}`
  return {
    ctx,
    platform,
    shop,
    clock,
    channelId,
    webhookSecret,
    url,
    warned,
    watch: (isFirst?: boolean) => watchWebhooks(ctx, { channelId, isFirst }),
    start: () => startDuePolls(platform),
    poll: () => pollChannel(ctx, { channelId }),
    channel: async () => {
      const [found] = await ctx.transaction((tx) => tx.select().from(channels).where(eq(channels.id, channelId)))
      return found
    },
    audited: () => auditedChanges(deps.db, companyId, 'channel.heal-webhooks'),
    async jobs(name: string) {
      const { rows } = await queryJobs<{ count: number }>(
        deps.db,
        `select count(*)::int as count from pgboss.job where data ->> 'job' = $2 and data -> 'payload' ->> 'channelId' = $1`,
        [channelId, name],
      )
      return rows[0]?.count ?? 0
    },
  }
}

test('webhooks are checked at once when a poll finds orders of which none told', async () => {
  const { shop, clock, poll, start, jobs, ctx, channelId } = await openShop()
  const watches = () => jobs('channels.watch-webhooks')
  shop.orders.push('1')
  await poll()
  expect(await watches(), 'the webhook may only be late').toBe(0)
  clock.advance(7 * 60)
  shop.orders.push('2')
  await poll()
  expect(await watches()).toBe(1)
  shop.orders.push('3')
  await poll()
  expect(await watches(), 'once in six minutes').toBe(1)
  clock.advance(7 * 60)
  const heard = { channelId, source: 'webhook', deliveryId: 'w-1', signature: null } as const
  await ctx.transaction((tx) => storeDelivery(tx, ctx, { ...heard, content: { headers: {}, body: Buffer.from('{}') } }))
  shop.orders.push('4')
  await poll()
  await start()
  expect(await watches(), 'webhooks arrive').toBe(1)
})

test('the first check makes the webhooks, with the channel’s secret, and nothing counts as repaired', async () => {
  const { watch, shop, url, webhookSecret, channel, audited } = await openShop()
  expect(await watch(true)).toEqual({ healed: 1, problem: null })
  expect(shop.webhooks.get(url)).toEqual({ secret: webhookSecret, isActive: true })
  expect(await channel()).toMatchObject({ adapterState: { apiVersion: 'v3', webhookIds: [7] }, webhooksError: null })
  expect(await audited()).toEqual([])
})

test('a webhook that the shop switched off is switched on again, which is audited, and a poll finds what it missed', async () => {
  const { watch, shop, url, webhookSecret, audited, jobs, clock, channel } = await openShop()
  shop.webhooks.set(url, { secret: webhookSecret, isActive: false })
  clock.advance(60)
  expect(await watch()).toEqual({ healed: 1, problem: null })
  expect(shop.webhooks.get(url)?.isActive).toBe(true)
  expect(await audited()).toMatchObject([{ changes: { after: { healed: ['switched on again: orders'] } } }])
  expect(await jobs('channels.poll')).toBe(1)
  expect(await channel()).toMatchObject({ webhooksCheckedAt: clock.now() })
  expect(await watch()).toEqual({ healed: 0, problem: null })
  expect(await audited()).toHaveLength(1)
})

test('what a person has to put right, and a shop that does not answer, is kept with the channel until it works', async () => {
  const { watch, shop, channel } = await openShop()
  shop.webhookProblem = 'The key may not make webhooks.'
  expect(await watch()).toMatchObject({ problem: 'The key may not make webhooks.' })
  expect(await channel()).toMatchObject({ webhooksError: 'The key may not make webhooks.', accessError: null })
  shop.webhookProblem = null
  shop.failure = new Unavailable('The shop does not answer.')
  await watch()
  expect(await channel()).toMatchObject({ webhooksError: 'The shop does not answer.', accessError: null })
  shop.failure = null
  await watch()
  expect(await channel()).toMatchObject({ webhooksError: null })
})

test('a refused key is an access error, and nothing more is asked until it is renewed', async () => {
  const { watch, shop, channel, start, jobs, clock } = await openShop()
  shop.secret = null
  await watch()
  expect(await channel()).toMatchObject({ accessError: 'The shop does not accept this key.' })
  clock.advance(7_200)
  await start()
  expect([await jobs('channels.poll'), await jobs('channels.watch-webhooks')]).toEqual([0, 0])
})

test('webhooks are checked every hour, and every ten minutes while they don’t work, however many workers look', async () => {
  const { start, jobs, clock, watch, shop } = await openShop()
  const checks = () => jobs('channels.watch-webhooks')
  clock.advance(3_599)
  await start()
  expect(await checks()).toBe(0)
  clock.advance(1)
  await Promise.all([start(), start(), start()])
  expect(await checks()).toBe(1)
  shop.webhookProblem = 'The key may not make webhooks.'
  await watch()
  clock.advance(600)
  await start()
  expect(await checks()).toBe(2)
})

test('a shop is polled every minute, and every five while it does not answer', async () => {
  const { start, jobs, clock, poll } = await openShop()
  const polls = () => jobs('channels.poll')
  const after = async (seconds: number) => {
    clock.advance(seconds)
    await start()
    return polls()
  }
  expect([await after(30), await after(30)]).toEqual([0, 1])
  await poll()
  expect([await after(30), await after(30), await after(60)]).toEqual([1, 2, 3])
  // 15 minutes without a word.
  expect(await after(900)).toBe(4)
  expect([await after(60), await after(180), await after(60)]).toEqual([4, 4, 5])
  await poll()
  expect(await after(60)).toBe(6)
})

test('orders of an outage come in with the first poll after it', async () => {
  const { shop, start, jobs, poll, clock, channel } = await openShop({ pollCursor: '1' })
  shop.orders = ['100', '101', '102']
  clock.advance(3_600)
  await start()
  expect(await jobs('channels.poll')).toBe(1)
  expect(await poll()).toEqual({ found: 2, new: 2 })
  expect(await channel()).toMatchObject({ pollCursor: '3', lastHeardAt: clock.now() })
})

test('a shop that fell silent is said once in the log', async () => {
  const { warned, clock, start } = await openShop()
  const silences = () => warned.filter(({ message }) => message.includes('nothing was heard'))
  const counts: number[] = []
  for (const minutes of [5, 5, 5, 5, 5, 2]) {
    clock.advance(minutes * 60)
    await start()
    counts.push(silences().length)
  }
  expect(counts).toEqual([0, 0, 0, 1, 1, 1])
})

test('credentials that end are warned of 30, 7 and 1 days before', async () => {
  const { platform, clock, warned } = await openShop({ credentialsExpireAt: new Date('2026-04-06T10:30:00Z') })
  for (const days of [4, 1, 1, 21, 1, 1, 4, 1]) {
    clock.advance(days * 86_400)
    await checkCredentials(platform)
  }
  expect(warned.map(({ at }) => at)).toEqual(['03-07', '03-30', '04-05'])
})
