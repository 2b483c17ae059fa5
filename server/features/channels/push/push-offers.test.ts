import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import type { ChannelConnection, OfferResult } from '#server/ports/channel.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'
import { acquireChannelLease } from './queries.ts'

let server: Awaited<ReturnType<typeof createTestDeps>>
let site: FakeWebsite
let clock: ReturnType<typeof manualClock>

beforeAll(async () => {
  site = await startFakeWebsite()
  server = await createTestDeps({ ports: outgoingPorts() })
})
afterAll(async () => {
  await server.close()
  await site.close()
})
beforeEach(() => {
  site.forget()
  site.behave({ status: 200 })
  clock = manualClock(new Date())
})

const shop = (config = {}) => createChannelPushFixture({ ...server.deps, clock }, site, config)
const soldOut = { sellable: 0, isVisible: false }

describe('pushing offers', () => {
  it('sends the current offer of a SKU and remembers its hash', async () => {
    const { sku, channelNow, ...own } = await shop()
    await own.setStock(7)
    expect(await own.isDue()).toBe(true)
    expect(await own.push()).toEqual({ offers: 1, calls: 1 })
    expect(own.pushedItems()).toEqual([
      [
        {
          sku: sku.sku,
          externalId: null,
          sellable: 7,
          price: '10.00',
          compareAtPrice: null,
          currency: 'USD',
          isVisible: true,
        },
      ],
    ])
    const at = clock.now()
    expect(await own.listing()).toMatchObject({
      syncStatus: 'sent',
      syncError: null,
      lastSyncedAt: at,
    })
    expect((await channelNow())?.lastSyncedAt).toEqual(at)
    expect(await own.changes()).toEqual([])
    expect(await own.isDue()).toBe(false)
  })

  it('subtracts the largest safety buffer, and uses the channel’s own price', async () => {
    const { companyId, sku, ctx, channel, ...own } = await shop()
    await changeSettings(server.deps.db, companyId, { safetyBuffer: 3 })
    await ctx.transaction(async (tx) => {
      await tx.update(skus).set({ safetyBuffer: 2 })
      await tx.insert(listings).values({ companyId, channelId: channel.id, skuId: sku.id, price: '8.50' })
    })
    await own.setStock(10)
    await own.push()
    expect(own.pushedItems()[0]).toMatchObject([{ sellable: 7, price: '8.50' }])
  })

  it('sends many in one call, and more than 500 in several', async () => {
    const { companyId, sku, ctx, ...own } = await shop()
    const more = Array.from({ length: 500 }, (_, index) => ({
      companyId,
      productId: sku.productId,
      id: crypto.randomUUID(),
      sku: `MANY-${index}`,
    }))
    await ctx.transaction((tx) => tx.insert(skus).values(more))
    expect(await own.push()).toEqual({ offers: 501, calls: 2 })
    expect(own.pushedItems().map((items) => items.length)).toEqual([500, 1])
    expect(new Set(own.pushedItems().flatMap((items) => items.map((item) => item.sku))).size).toBe(501)
  })

  it('does not send what the channel has already', async () => {
    const own = await shop()
    await own.setStock(5)
    await own.push()
    clock.advance(2 * 3600)
    await own.setStock(6)
    await own.push()
    clock.advance(2 * 3600)
    await own.setStock(2)
    await own.setStock(6)
    expect(await own.push()).toEqual({ offers: 0, calls: 0 })
    expect(await own.changes()).toEqual([])
    expect(own.pushedItems()).toHaveLength(2)
  })

  it('sends again when anything else than the quantity has changed', async () => {
    const { ctx, ...own } = await shop()
    await own.setStock(5)
    await own.push()
    await ctx.transaction((tx) => tx.update(skus).set({ compareAtPrice: '12.00' }))
    await own.push()
    expect(own.pushedItems()[1]).toMatchObject([{ sellable: 5, compareAtPrice: '12.00' }])
  })

  it('withdraws what is no longer offered, once, and nothing that never was', async () => {
    const { ctx, companyId, ...own } = await shop()
    const never = await buildSku(server.deps.db, companyId, { isActive: false })
    await own.setStock(5)
    await own.push()
    expect(own.pushedItems()[0]).toHaveLength(1)
    await ctx.transaction((tx) => tx.update(skus).set({ isActive: false }))
    await own.push()
    expect(own.pushedItems()[1]).toMatchObject([soldOut])
    expect(await own.listing()).toMatchObject({ syncStatus: 'sent' })
    await own.setStock(9)
    await own.push()
    expect(own.pushedItems()).toHaveLength(2)
    expect(await own.listing(never.id)).toBeUndefined()
  })

  it('sends only chosen SKUs where the channel does not offer all', async () => {
    const { companyId, sku, ctx, channel, ...own } = await shop({ offersAllSkus: false })
    await buildSku(server.deps.db, companyId)
    await ctx.transaction((tx) =>
      tx.insert(listings).values({ companyId, channelId: channel.id, skuId: sku.id, isVisible: true }),
    )
    await own.push()
    expect(own.pushedItems()).toMatchObject([[{ sku: sku.sku, isVisible: true }]])
  })
})

describe('concurrent pushes', () => {
  it('send changes made during a push afterwards', async () => {
    const own = await shop()
    await own.setStock(5)
    const release = site.hold()
    const pushing = own.push()
    await site.waitForMessages(1)
    await own.setStock(4)
    release()
    await pushing
    expect(own.pushedItems().map(([item]) => item?.sellable)).toEqual([5, 4])
    expect(await own.changes()).toEqual([])
  })

  it('are serialized per channel, so that an older quantity cannot arrive last', async () => {
    const own = await shop()
    await own.setStock(5)
    const release = site.hold()
    const first = own.push()
    await site.waitForMessages(1)
    await own.setStock(4)
    expect(await own.push()).toEqual({ offers: 0, calls: 0 })
    expect(site.received).toHaveLength(1)
    release()
    await first
    expect(own.pushedItems().map(([item]) => item?.sellable)).toEqual([5, 4])
  })

  it('hold a lease of seconds, which they renew: when their process dies, another goes on soon', async () => {
    const { channelNow, ...own } = await shop()
    await own.setStock(5)
    const release = site.hold()
    const first = own.push()
    await site.waitForMessages(1)
    const until = (await channelNow())?.pushingUntil?.getTime() ?? 0
    expect(until - clock.now().getTime()).toBe(15_000)
    release()
    await first
  })

  it('take over the lease of a dead process', async () => {
    const { ctx, channel, companyId, ...own } = await shop()
    const until = new Date(clock.now().getTime() + 120_000)
    await ctx.transaction((tx) => acquireChannelLease(tx, { companyId, channelId: channel.id, until }, clock.now()))
    await own.setStock(5)
    expect(await own.push()).toEqual({ offers: 0, calls: 0 })
    clock.advance(120)
    expect(await own.push()).toEqual({ offers: 1, calls: 1 })
  })

  it('skip SKUs that a transaction is changing right now', async () => {
    const { ctx, sku, ...own } = await shop()
    await own.setStock(5)
    await ctx.transaction(async (tx) => {
      await tx.update(skus).set({ price: '11.00' })
      expect(await own.push()).toEqual({ offers: 0, calls: 0 })
    })
    await own.push()
    expect(own.pushedItems()).toMatchObject([[{ sku: sku.sku, price: '11.00' }]])
  })
})

describe('a channel that cannot be pushed to', () => {
  it('is paused with growing back-off, without delaying others or losing changes', async () => {
    const { companyId, ...own } = await shop()
    const deaf = await startFakeWebsite()
    deaf.behave({ status: 503 })
    const other = await buildChannel(server.deps, companyId, { config: { webhookUrl: deaf.url } })
    await own.setStock(3)
    await own.push()
    expect(own.pushedItems()).toHaveLength(1)
    expect(deaf.received).toHaveLength(1)
    const paused = async () => (await own.changes())[0]?.retryAt?.getTime() ?? 0
    expect(await paused()).toBe(clock.now().getTime() + 10_000)
    expect(await own.isDue()).toBe(false)
    await own.push()
    expect(deaf.received).toHaveLength(1)

    await own.age(120)
    clock.advance(11)
    await own.push()
    expect(deaf.received).toHaveLength(2)
    expect((await paused()) - clock.now().getTime()).toBeGreaterThan(120_000)

    deaf.behave({ status: 200 })
    clock.advance(600)
    expect(await own.isDue()).toBe(true)
    await own.push()
    expect(await own.changes()).toEqual([])
    expect(await own.listing(own.sku.id, other.id)).toMatchObject({ syncStatus: 'sent' })
    await deaf.close()
  })

  it('is paused for as long as its Retry-After says', async () => {
    const own = await shop()
    site.behave({ status: 429, headers: { 'retry-after': '1800' } })
    await own.push()
    expect((await own.changes())[0]?.retryAt).toEqual(new Date(clock.now().getTime() + 1_800_000))
  })

  it('shows on itself and its listings that access is refused, until it is restored', async () => {
    const own = await shop()
    site.behave({ status: 401 })
    await own.push()
    const accessError = expect.stringContaining('rejects')
    expect(await own.channelNow()).toMatchObject({ accessError })
    expect(await own.listing()).toMatchObject({ syncStatus: 'failed', syncError: accessError })
    site.behave({ status: 200 })
    clock.advance(901)
    await own.push()
    expect(await own.channelNow()).toMatchObject({ accessError: null })
    expect(await own.listing()).toMatchObject({ syncStatus: 'sent', syncError: null })
    expect(await own.changes()).toEqual([])
  })

  it('shows on its listings why they were refused, and keeps their changes queued', async () => {
    const own = await shop()
    site.behave({ status: 404 })
    await own.push()
    expect(await own.listing()).toMatchObject({ syncStatus: 'failed', syncError: expect.stringContaining('404') })
    expect(await own.changes()).toHaveLength(1)
  })

  it('may refuse one SKU of many', async () => {
    const refusing = async (_to: ChannelConnection, offers: readonly { sku: string }[]): Promise<OfferResult[]> =>
      offers.map(({ sku }, index) =>
        index === 0 ? { sku, outcome: 'rejected', reason: 'No picture' } : { sku, outcome: 'confirmed', quantity: 0 },
      )
    const deps = { ...server.deps, clock, ports: outgoingPorts({ pushOffers: refusing }) }
    const { companyId, ...own } = await createChannelPushFixture(deps, site)
    const second = await buildSku(server.deps.db, companyId)
    await own.push()
    expect(await own.listing()).toMatchObject({ syncStatus: 'failed', syncError: 'No picture', lastSyncedAt: null })
    expect(await own.listing(second.id)).toMatchObject({ syncStatus: 'synced' })
    expect(await own.changes()).toEqual([])
  })

  it('fails the job for a bug of ours, after the other channels have been served', async () => {
    let calls = 0
    const failing = async (): Promise<OfferResult[]> => {
      calls += 1
      if (calls === 1) throw new Error('a bug')
      return []
    }
    const deps = { ...server.deps, clock, ports: outgoingPorts({ pushOffers: failing }) }
    const { companyId, ...own } = await createChannelPushFixture(deps, site)
    await buildChannel(server.deps, companyId, { config: { webhookUrl: site.url } })
    await own.setStock(1)
    await expect(own.push()).rejects.toThrow('a bug')
    expect(calls).toBe(2)
    expect(await own.changes()).toHaveLength(1)
  })
})
