import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maskKey } from '#contract/channel-values.ts'
import { ChannelRow, unusableKeyMessage, type ChannelDetail } from '#contract/channels.ts'
import { authenticateKey } from '#server/features/auth/authenticate.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, publicUrl, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { auditedChanges, createChannelAs, buildChannel } from '#server/testing/channels.ts'
import { buildOrderWithLines } from '#server/testing/stock.ts'
import { readWholeDatabase } from '#server/testing/database-contents.ts'

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

/** The text of a statement that was sent to PostgreSQL, without its values. */
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: string }).text)
const listed = async (browser: Browser) => (await browser.get('/api/channels')).json<ChannelRow[]>()
const detailOf = async (browser: Browser, id: string) =>
  (await browser.get(`/api/channels/${id}`)).json<ChannelDetail>()

describe('creating a channel', () => {
  it('accepts the key and secret that the specification’s browser makes, and returns them once', async () => {
    const given = { apiKey: randomUUID(), webhookSecret: randomUUID() }
    const created = await createChannelAs(ops, given)
    expect(created).toMatchObject({ name: 'My Shop', slug: 'my-shop', platform: 'standard', isActive: true, ...given })
    const waitsFor = 'first_order'
    expect(await listed(ops)).toMatchObject([{ id: created.id, apiKey: maskKey(given.apiKey), waitsFor }])
    expect(await authenticateKey(server.deps, given.apiKey)).toMatchObject({ companyId, channelId: created.id })
  })

  it('generates an unguessable key and secret where none is given', async () => {
    const [first, second] = [await createChannelAs(ops), await createChannelAs(ops)]
    expect(first.apiKey).toMatch(/^ls_live_[\w-]{43}$/)
    expect(first.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(second.apiKey).not.toBe(first.apiKey)
    expect(second.webhookSecret).not.toBe(first.webhookSecret)
  })

  it('gives Meta a verify token and no key', async () => {
    const created = await createChannelAs(ops, { name: 'Instagram', type: 'meta_shops' })
    expect(created).toMatchObject({
      platform: null,
      apiKey: null,
      feedKey: null,
      waitsFor: 'access_token',
      webhookSecret: expect.stringMatching(/^whsec_/),
    })
  })

  it('refuses a key that is taken exactly as one that is weak, so that nobody learns which keys exist', async () => {
    const other = await server.as('ops')
    const taken = await createChannelAs(other)
    const guessable = 'the-key-of-my-shop'
    await buildChannel(server.deps, other.user.companyId ?? '', { apiKey: guessable })
    const keys = [taken.apiKey, taken.feedKey, guessable, 'the-key-of-no-shop', newId(), 'short']
    const replies = await Promise.all(
      keys.map((apiKey) => ops.post('/api/channels', { name: 'Copy', type: 'website', apiKey })),
    )
    for (const [index, reply] of replies.entries()) {
      const { instance: _requestId, ...problem } = reply.json<Record<string, unknown>>()
      expect([reply.statusCode, problem], String(keys[index])).toEqual([
        422,
        {
          type: 'about:blank',
          title: 'Unprocessable Entity',
          status: 422,
          detail: `apiKey: ${unusableKeyMessage}`,
          errors: [{ field: 'apiKey', message: unusableKeyMessage }],
        },
      ])
    }
    expect(await listed(ops)).toEqual([])
  })

  it('asks the database the same for a key that is taken as for one that is weak', async () => {
    const { apiKey: taken } = await createChannelAs(await server.as('ops'))
    const statementsFor = async (apiKey: string | null) => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const reply = await ops.post('/api/channels', { name: 'Copy', type: 'website', apiKey })
      const sent = query.mock.calls.map(([statement]: unknown[]) => textOf(statement))
      query.mockRestore()
      expect(reply.statusCode).toBe(422)
      // Requests are counted across processes by a timer, at any moment.
      return sent.filter((text) => !text.includes('shared_tallies'))
    }
    await statementsFor('the-key-of-no-shop')
    const forWeak = await statementsFor('the-key-of-no-shop')
    expect(forWeak.length).toBeGreaterThan(3)
    expect(await statementsFor(taken)).toEqual(forWeak)
  })

  it('gives two channels created at once under one name different slugs', async () => {
    const made = await Promise.all(['My Shop', 'my shop!', 'My  Shop'].map((name) => createChannelAs(ops, { name })))
    expect(made.map(({ slug }) => slug).toSorted()).toEqual(['my-shop', 'my-shop-2', 'my-shop-3'])
    expect((await createChannelAs(await server.as('ops'))).slug).toBe('my-shop')
  })

  it('stores no secret in plain text, not even in the audit log', async () => {
    const { id, apiKey, feedKey, webhookSecret } = await createChannelAs(ops)
    const tables = [...(await readWholeDatabase(server.database.adminUrl)).entries()]
    const placesOf = (text: string) => tables.filter(([, said]) => said.includes(text)).map(([table]) => table)
    expect([apiKey, feedKey, webhookSecret].flatMap((secret) => placesOf(secret ?? ''))).toEqual([])
    expect(placesOf(id)).toEqual(
      expect.arrayContaining(['public.channels', 'public.audit_log', 'public.public_handles']),
    )
    expect(await auditedChanges(server.deps.db, companyId, 'channel.create')).toMatchObject([
      { changes: { after: { name: 'My Shop', slug: 'my-shop', type: 'website', platform: 'standard' } } },
    ])
  })

  it('refuses invalid input briefly, and a megabyte before it is read', async () => {
    const refused = async (input: object) => {
      const { statusCode, body } = await ops.post('/api/channels', { name: 'My Shop', type: 'website', ...input })
      expect(body.length).toBeLessThan(2_000)
      return statusCode
    }
    expect(await refused({ name: 'x'.repeat(100_000) })).toBe(422)
    expect(await refused({ config: 'x'.repeat(1_048_576) })).toBe(413)
  })
})

describe('the list of channels', () => {
  it('is sorted by slug, page by page', async () => {
    for (const name of ['Cedar', 'Ash', 'Birch']) await createChannelAs(ops, { name })
    await createChannelAs(await server.as('ops'), { name: 'Alder' })
    const pages = await readAllPages(ops, '/api/channels?limit=2', ChannelRow)
    expect(pages.map(({ rows }) => rows.map(({ name }) => name))).toEqual([['Ash', 'Birch'], ['Cedar']])
    expect(pages.map(({ total }) => total)).toEqual([3, 3])
  })

  it('shows the date of the last order and the number of open attention items', async () => {
    const { db } = server.deps
    const { id: skuId } = await buildSku(db, companyId)
    const [busy, quiet] = [await buildChannel(server.deps, companyId), await buildChannel(server.deps, companyId)]
    const order = (placedAt: string) =>
      buildOrderWithLines(db, companyId, [{ skuId, quantity: 1 }], { channelId: busy.id, placedAt: new Date(placedAt) })
    const { id: orderId } = await order('2026-02-01T10:00:00Z')
    await order('2026-01-01T10:00:00Z')
    const at = new Date('2026-02-01T10:00:01Z')
    const eventId = newId()
    await db.inCompany(companyId, async (tx) => {
      await tx.insert(webhookEvents).values({ companyId, id: eventId, channelId: busy.id, payload: 'sealed' })
      const item = { companyId, raisedAt: at, reason: 'Some' }
      await tx.insert(attentionItems).values([
        { ...item, id: newId(), orderId, code: 'unmapped_sku' },
        { ...item, id: newId(), orderId, code: 'totals_differ', resolvedAt: at },
        { ...item, id: newId(), webhookEventId: eventId, code: 'webhook_not_understood' },
      ])
    })
    const rows = await listed(ops)
    expect(rows.find(({ id }) => id === busy.id)).toMatchObject({
      lastOrderAt: '2026-02-01T10:00:00.000Z',
      problems: 2,
    })
    expect(rows.find(({ id }) => id === quiet.id)).toMatchObject({ lastOrderAt: null, problems: 0 })
  })
})

describe('the channel detail', () => {
  it('shows settings, URLs and masked secrets', async () => {
    const { id, apiKey, webhookSecret } = await createChannelAs(ops, { name: 'Café Ünal', platform: 'shopify' })
    expect(await detailOf(ops, id)).toMatchObject({
      platform: 'shopify',
      apiKey: maskKey(apiKey ?? ''),
      webhookSecret: maskKey(webhookSecret),
      signingSecret: null,
      hasAccessToken: false,
      offersAllSkus: true,
      intakeUrl: `${publicUrl}/api/webhooks/${id}`,
      feedUrl: `${publicUrl}/api/feed/cafe-unal.json`,
    })
  })

  it('shows readonly users everything but the secrets, not even parts of them', async () => {
    const { id, apiKey, feedKey } = await createChannelAs(ops)
    await ops.post(`/api/channels/${id}/reveal`, { secret: 'signingSecret' })
    const reader = await server.as('readonly', companyId)
    expect(await detailOf(reader, id)).toMatchObject({
      name: 'My Shop',
      apiKey: null,
      feedKey: null,
      feedUrl: `${publicUrl}/api/feed/my-shop.json`,
      webhookSecret: null,
      signingSecret: null,
    })
    await createChannelAs(ops, { name: 'Shop at Meta', type: 'meta_shops' })
    expect(await listed(reader)).toMatchObject([
      { id, apiKey: null, feedKey: null, hasKey: true },
      { apiKey: null, feedKey: null, hasKey: false },
    ])
    const seen = [await reader.get('/api/channels'), await reader.get(`/api/channels/${id}`)].map(({ body }) => body)
    for (const key of [apiKey, feedKey]) expect(seen.join()).not.toContain(key?.slice(-4))
    for (const secret of ['apiKey', 'feedKey']) {
      expect((await reader.post(`/api/channels/${id}/reveal`, { secret })).statusCode, secret).toBe(403)
    }
  })
})

it('readonly users can’t create channels, rotate their secrets or sync their catalog', async () => {
  const { id: channelId } = await createChannelAs(ops)
  const reader = await server.as('readonly', companyId)
  for (const [path, input] of [
    ['/api/channels', { name: 'Mine', type: 'website' }],
    [`/api/channels/${channelId}/rotate`, { secret: 'apiKey', overlapHours: 0 }],
    [`/api/channels/${channelId}/rotate`, { secret: 'feedKey', overlapHours: 0 }],
    [`/api/channels/${channelId}/rotate`, { secret: 'webhookSecret', overlapHours: 0 }],
    ['/api/sync/catalog', { channelId }],
  ] as const)
    expect((await reader.post(path, input)).statusCode, path).toBe(403)
})
