import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelListing } from '#contract/channel-listings.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany, buildSku, setLevel } from '#server/testing/builders.ts'
import { auditedChanges, skusToPush, buildChannel } from '#server/testing/channels.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

type Listing = Partial<Omit<typeof listings.$inferInsert, 'companyId' | 'channelId' | 'skuId'>>

const list = (channelId: string, skuId: string, listing: Listing) =>
  server.deps.db.inCompany(companyId, (tx) => tx.insert(listings).values({ companyId, channelId, skuId, ...listing }))

const pagesOf = (channelId: string, query = '') =>
  readAllPages(ops, `/api/channels/${channelId}/listings${query}`, ChannelListing)

const codesOf = async (channelId: string, query = '') =>
  (await pagesOf(channelId, query)).flatMap(({ rows }) => rows.map(({ sku }) => sku))

const change = (channelId: string, skuId: string, changes: object) =>
  ops.patch(`/api/channels/${channelId}/listings/${skuId}`, changes)

describe('SKUs on a channel', () => {
  it('are listed with their state on the channel, with or without a listing', async () => {
    const { db } = server.deps
    await changeSettings(db, companyId, { safetyBuffer: 1 })
    const channel = await buildChannel(server.deps, companyId, {
      safetyBuffer: 3,
      config: { webhookUrl: 'https://shop.example.com/in' },
    })
    const cup = await buildSku(db, companyId, { sku: 'CUP', title: 'Cup', price: '12.00' })
    const pot = await buildSku(db, companyId, { sku: 'POT', title: 'Pot', price: '30.00', safetyBuffer: 8 })
    await setLevel(db, cup, { qtyAvailable: 10 })
    await setLevel(db, pot, { qtyAvailable: 10 })
    const own = {
      externalId: '77',
      price: '11.00',
      isVisible: false,
      syncStatus: 'failed',
      syncError: 'No image.',
    } as const
    await list(channel.id, cup.id, own)
    const [page] = await pagesOf(channel.id)
    expect(page).toEqual({
      total: 2,
      rows: [
        {
          skuId: cup.id,
          sku: 'CUP',
          title: 'Cup',
          isActive: true,
          skuPrice: '12.00',
          sellable: 7,
          lastSyncedAt: null,
          items: [],
          ...own,
        },
        {
          skuId: pot.id,
          sku: 'POT',
          title: 'Pot',
          isActive: true,
          externalId: null,
          price: null,
          skuPrice: '30.00',
          isVisible: true,
          sellable: 2,
          syncStatus: null,
          syncError: null,
          lastSyncedAt: null,
          items: [],
        },
      ],
    })
  })

  it('are paged by SKU code, for this company only', async () => {
    const channel = await buildChannel(server.deps, companyId)
    for (const sku of ['C', 'A', 'B']) await buildSku(server.deps.db, companyId, { sku })
    await buildSku(server.deps.db, (await buildCompany(server.deps.db)).id, { sku: 'AA' })
    const pages = await pagesOf(channel.id, '?limit=2')
    expect(pages.map(({ rows, total }) => [total, rows.map(({ sku }) => sku)])).toEqual([
      [3, ['A', 'B']],
      [3, ['C']],
    ])
  })

  it('are found by code, title and the channel’s own id, ignoring case and wildcards', async () => {
    const channel = await buildChannel(server.deps, companyId)
    const { id } = await buildSku(server.deps.db, companyId, { sku: 'TEE-L', title: 'Tee 100%' })
    await buildSku(server.deps.db, companyId, { sku: 'MUG', title: 'Mug 1000' })
    await list(channel.id, id, { externalId: 'gid/991' })
    for (const search of ['tee-l', '00%25', 'GID/99']) {
      expect(await codesOf(channel.id, `?search=${search}&limit=1`), search).toEqual(['TEE-L'])
    }
    const [page] = await pagesOf(channel.id, '?search=nothing')
    expect(page).toEqual({ rows: [], total: 0 })
  })

  it('are filtered by state', async () => {
    const { db } = server.deps
    const channel = await buildChannel(server.deps, companyId, {
      config: { offersAllSkus: false, webhookUrl: 'https://shop.example.com/in' },
    })
    const build = async (sku: string, listing: Listing, isActive = true) =>
      list(channel.id, (await buildSku(db, companyId, { sku, isActive })).id, listing)
    await buildSku(db, companyId, { sku: 'NEVER' })
    await build('SHOWN', { isVisible: true, syncStatus: 'synced' })
    await build('HIDDEN', { isVisible: false, syncStatus: 'pending' })
    await build('RETIRED', { isVisible: true, syncStatus: 'failed' }, false)
    expect(await codesOf(channel.id, '?state=offered')).toEqual(['SHOWN'])
    expect(await codesOf(channel.id, '?state=hidden')).toEqual(['HIDDEN', 'NEVER', 'RETIRED'])
    expect(await codesOf(channel.id, '?state=pending')).toEqual(['HIDDEN'])
    expect(await codesOf(channel.id, '?state=failed&search=ret')).toEqual(['RETIRED'])
  })

  it('have no sync status on a channel that nothing is pushed to', async () => {
    const channel = await buildChannel(server.deps, companyId)
    await list(channel.id, (await buildSku(server.deps.db, companyId)).id, { price: '1.00' })
    expect(await codesOf(channel.id, '?state=pending')).toEqual([])
    expect((await pagesOf(channel.id))[0]?.rows).toMatchObject([{ price: '1.00', syncStatus: null }])
  })
})

describe('updating a SKU on a channel', () => {
  it('stores the given fields, queues the offer, and audits who did it', async () => {
    const channel = await buildChannel(server.deps, companyId, {
      config: { webhookUrl: 'https://shop.example.com/in' },
    })
    const other = await buildChannel(server.deps, companyId, { config: { webhookUrl: 'https://b.example.com/in' } })
    const { id } = await buildSku(server.deps.db, companyId, { sku: 'CUP' })
    await server.deps.db.inCompany(companyId, (tx) => tx.execute('delete from offer_changes'))
    expect((await change(channel.id, id, { price: '9.5' })).json()).toMatchObject({ price: '9.50', isVisible: true })
    const reply = await change(channel.id, id, { isVisible: false, externalId: '77' })
    expect(reply.json()).toMatchObject({ price: '9.50', isVisible: false, externalId: '77', syncStatus: 'pending' })
    expect((await change(channel.id, id, { price: '' })).json()).toMatchObject({ price: null, externalId: '77' })
    expect(await skusToPush(server.deps.db, companyId, channel.id)).toEqual(['CUP'])
    expect(await skusToPush(server.deps.db, companyId, other.id)).toEqual([])
    const audited = await auditedChanges(server.deps.db, companyId, 'listing.update')
    expect(audited.map(({ changes }) => changes)).toEqual([
      { before: { price: null }, after: { price: '9.50', channelId: channel.id } },
      {
        before: { externalId: null, isVisible: null },
        after: { externalId: '77', isVisible: false, channelId: channel.id },
      },
      { before: { price: '9.50' }, after: { price: null, channelId: channel.id } },
    ])
  })

  it('does nothing when nothing changes', async () => {
    const channel = await buildChannel(server.deps, companyId, {
      config: { webhookUrl: 'https://shop.example.com/in' },
    })
    const { id } = await buildSku(server.deps.db, companyId)
    await change(channel.id, id, { isVisible: true })
    await server.deps.db.inCompany(companyId, (tx) => tx.execute('delete from offer_changes'))
    expect((await change(channel.id, id, { isVisible: true, price: null })).statusCode).toBe(200)
    expect(await skusToPush(server.deps.db, companyId, channel.id)).toEqual([])
    expect(await auditedChanges(server.deps.db, companyId, 'listing.update')).toHaveLength(1)
  })

  it('leaves an unset choice to the channel’s default', async () => {
    const channel = await buildChannel(server.deps, companyId)
    const { id } = await buildSku(server.deps.db, companyId)
    expect((await change(channel.id, id, { price: '9.50' })).json()).toMatchObject({ isVisible: true })
    await ops.patch(`/api/channels/${channel.id}`, { offersAllSkus: false })
    expect((await change(channel.id, id, { price: '9.40' })).json()).toMatchObject({ isVisible: false })
  })

  it('reports an id that another SKU has on this channel, even in a race', async () => {
    const [channel, other] = [await buildChannel(server.deps, companyId), await buildChannel(server.deps, companyId)]
    const [cup, pot] = [
      await buildSku(server.deps.db, companyId, { sku: 'CUP' }),
      await buildSku(server.deps.db, companyId, { sku: 'POT' }),
    ]
    const replies = await Promise.all(
      [cup, pot].map(({ id }) => change(channel.id, id, { externalId: '77', price: '5' })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]))
    const [winner, loser] = replies[0]?.statusCode === 200 ? ['CUP', pot] : ['POT', cup]
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      detail: `This ID already belongs to ${winner}.`,
      errors: [{ field: 'externalId' }],
    })
    expect((await change(channel.id, loser.id, { externalId: '78' })).json()).toMatchObject({ price: null })
    expect((await change(other.id, loser.id, { externalId: '77' })).statusCode).toBe(200)
  })

  it('finds neither another company’s SKU nor its channel', async () => {
    const elsewhere = (await buildCompany(server.deps.db)).id
    const [channel, foreign] = [await buildChannel(server.deps, companyId), await buildChannel(server.deps, elsewhere)]
    const [sku, foreignSku] = [await buildSku(server.deps.db, companyId), await buildSku(server.deps.db, elsewhere)]
    expect((await change(channel.id, foreignSku.id, { price: '1' })).statusCode).toBe(404)
    expect((await change(foreign.id, sku.id, { price: '1' })).statusCode).toBe(404)
  })
})
