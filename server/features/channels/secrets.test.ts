import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maskKey } from '#contract/channel-values.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { authenticateKey } from '#server/features/auth/authenticate.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { signingSecrets } from '#server/platform/db/schema/settings.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { auditedChanges, createChannelAs, type CreatedChannel, buildChannel } from '#server/testing/channels.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { testContext } from '#server/testing/stock-sync-fixture.ts'
import { openConnection } from './connection.ts'
import { validSecrets } from './inbox/receive-delivery.ts'
import { getChannelOrThrow } from './channel-queries.ts'
import { getOrCreateSigningSecrets } from './secrets.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let ctx: CompanyContext
let channel: CreatedChannel

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  ops = await server.as('ops')
  ctx = testContext(server.deps, ops.user.companyId ?? '')
  channel = await createChannelAs(ops)
})
afterAll(() => server.close())

const reveal = async (secret: string) =>
  (await ops.post(`/api/channels/${channel.id}/reveal`, { secret })).json<{ value: string | null }>().value

const rotate = async (secret: string, overlapHours: number) =>
  (await ops.post(`/api/channels/${channel.id}/rotate`, { secret, overlapHours })).json<{ value: string }>().value

const detail = async () => (await ops.get(`/api/channels/${channel.id}`)).json<ChannelDetail>()
const isGood = async (key: string | null) => (await authenticateKey(server.deps, key ?? '')) !== null
const goodNow = () =>
  ctx.transaction(async (tx) => validSecrets(ctx, await getChannelOrThrow(tx, ctx.companyId, channel.id)))

describe('revealing a secret', () => {
  it('returns it in plain text and audits every view', async () => {
    expect(await reveal('apiKey')).toBe(channel.apiKey)
    expect(await reveal('webhookSecret')).toBe(channel.webhookSecret)
    const entries = await auditedChanges(server.deps.db, ctx.companyId, 'channel.reveal')
    expect(entries.map(({ changes, actor_name }) => [actor_name, changes.after])).toEqual([
      ['Ana Ruiz', { shown: 'apiKey' }],
      ['Ana Ruiz', { shown: 'webhookSecret' }],
    ])
  })

  it('creates our signing secret when it is first needed, and keeps it', async () => {
    const made = await reveal('signingSecret')
    expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await reveal('signingSecret')).toBe(made)
    expect((await detail()).signingSecret).toBe(`${made?.slice(0, 8)}••••••••${made?.slice(-4)}`)
  })

  it('returns nothing for a channel without a key', async () => {
    channel = await createChannelAs(ops, { type: 'meta_shops' })
    expect(await reveal('apiKey')).toBeNull()
  })
})

describe('rotating a key', () => {
  it('keeps the previous one valid until the overlap ends', async () => {
    const next = await rotate('apiKey', 24)
    expect(next).not.toBe(channel.apiKey)
    expect(await reveal('apiKey')).toBe(next)
    expect([await isGood(channel.apiKey), await isGood(next)]).toEqual([true, true])
    expect((await detail()).previousKeyUntil).toBe(new Date(clock.now().getTime() + 86_400_000).toISOString())
    clock.advance(86_399)
    expect(await isGood(channel.apiKey)).toBe(true)
    clock.advance(1)
    expect([await isGood(channel.apiKey), await isGood(next)]).toEqual([false, true])
    await ops.signInAgain()
    expect((await detail()).previousKeyUntil).toBeNull()
  })

  it('ends the previous one at once without an overlap', async () => {
    const next = await rotate('apiKey', 0)
    expect([await isGood(channel.apiKey), await isGood(next)]).toEqual([false, true])
    expect((await detail()).previousKeyUntil).toBeNull()
  })

  it('ends all previous ones, even those with a longer overlap', async () => {
    const second = await rotate('apiKey', 72)
    const third = await rotate('apiKey', 1)
    clock.advance(3_600)
    expect([await isGood(channel.apiKey), await isGood(second), await isGood(third)]).toEqual([false, false, true])
    await ops.signInAgain()
    const fourth = await rotate('apiKey', 24)
    const fifth = await rotate('apiKey', 0)
    const keys = [channel.apiKey, second, third, fourth, fifth]
    expect(await Promise.all(keys.map(isGood))).toEqual([false, false, false, false, true])
    expect((await detail()).previousKeyUntil).toBeNull()
  })

  it('creates the first one where there was none', async () => {
    channel = await createChannelAs(ops, { type: 'meta_shops' })
    expect(await isGood(await rotate('apiKey', 24))).toBe(true)
    expect((await detail()).previousKeyUntil).toBeNull()
  })

  it('is audited without the key', async () => {
    await rotate('apiKey', 1)
    expect(await auditedChanges(server.deps.db, ctx.companyId, 'channel.rotate')).toMatchObject([
      { changes: { before: {}, after: { replaced: 'apiKey', overlapHours: 1 } } },
    ])
  })
})

describe('the feed key', () => {
  const holderOf = (key: string | null) => authenticateKey(server.deps, key ?? '')

  it('comes with a new website, reads inventory only, and is another one than the API key', async () => {
    expect(channel.feedKey).toMatch(/^ls_feed_[\w-]{43}$/)
    expect(await holderOf(channel.feedKey)).toMatchObject({
      channelId: channel.id,
      name: 'My Shop (feed key)',
      scopes: ['inventory.read'],
    })
    expect(await holderOf(channel.apiKey)).toMatchObject({ channelId: channel.id, name: 'My Shop' })
    expect((await detail()).feedKey).toBe(maskKey(channel.feedKey ?? ''))
  })

  it('is counted apart from the API key, so that readers of the feed can’t hold up orders', async () => {
    const [feed, full] = [await holderOf(channel.feedKey), await holderOf(channel.apiKey)]
    expect(feed?.keyId).not.toBe(full?.keyId)
  })

  it('is made once when a channel from before has none, by two people who ask at once too', async () => {
    const older = await buildChannel(server.deps, ctx.companyId, { feedKey: null })
    channel = { ...channel, id: older.id }
    expect((await detail()).feedKey).toBeNull()
    const [first, second] = await Promise.all([reveal('feedKey'), reveal('feedKey')])
    expect(first).toMatch(/^ls_feed_[\w-]{43}$/)
    expect(second).toBe(first)
    expect(await reveal('feedKey')).toBe(first)
    expect((await holderOf(first))?.scopes).toEqual(['inventory.read'])
    expect((await detail()).feedKey).toBe(maskKey(first ?? ''))
    const entries = await auditedChanges(server.deps.db, ctx.companyId, 'channel.reveal')
    expect(
      entries.map(({ changes }) => changes.after).toSorted((a, b) => Object.keys(b).length - Object.keys(a).length),
    ).toEqual([{ shown: 'feedKey', isNew: true }, { shown: 'feedKey' }, { shown: 'feedKey' }])
  })

  it('is rotated with an overlap of its own, which leaves the API key alone, and the other way round', async () => {
    const nextFeedKey = await rotate('feedKey', 24)
    expect(await detail()).toMatchObject({
      feedKey: maskKey(nextFeedKey),
      previousFeedKeyUntil: new Date(clock.now().getTime() + 86_400_000).toISOString(),
      previousKeyUntil: null,
    })
    expect(await Promise.all([channel.feedKey, nextFeedKey, channel.apiKey].map(isGood))).toEqual([true, true, true])
    const nextKey = await rotate('apiKey', 0)
    expect(await Promise.all([channel.feedKey, nextFeedKey, channel.apiKey, nextKey].map(isGood))).toEqual([
      true,
      true,
      false,
      true,
    ])
    clock.advance(86_400)
    await ops.signInAgain()
    expect(await Promise.all([channel.feedKey, nextFeedKey].map(isGood))).toEqual([false, true])
    expect((await detail()).previousFeedKeyUntil).toBeNull()
    expect(await auditedChanges(server.deps.db, ctx.companyId, 'channel.rotate')).toMatchObject([
      { changes: { after: { replaced: 'feedKey', overlapHours: 24 } } },
      { changes: { after: { replaced: 'apiKey', overlapHours: 0 } } },
    ])
  })
})

describe('rotating a webhook secret', () => {
  it('keeps the previous one valid until the overlap ends, the new one first', async () => {
    const next = await rotate('webhookSecret', 1)
    expect(await goodNow()).toEqual([next, channel.webhookSecret])
    expect((await detail()).previousSecretUntil).toBe(new Date(clock.now().getTime() + 3_600_000).toISOString())
    clock.advance(3_600)
    expect(await goodNow()).toEqual([next])
    expect((await detail()).previousSecretUntil).toBeNull()
  })

  it('deletes the previous one at once without an overlap', async () => {
    await rotate('webhookSecret', 24)
    const next = await rotate('webhookSecret', 0)
    expect(await goodNow()).toEqual([next])
    const stored = await ctx.transaction((tx) => getChannelOrThrow(tx, ctx.companyId, channel.id))
    expect(stored).toMatchObject({ previousWebhookSecret: null, previousWebhookSecretExpiresAt: null })
  })

  it('accepts a secret that the channel dictates, unlike rotating a key', async () => {
    const given = '9f86d081884c7d659a2feaa0c55ad015'
    const ask = (secret: string, value: string) =>
      ops.post(`/api/channels/${channel.id}/rotate`, { secret, overlapHours: 0, value })
    expect((await ask('webhookSecret', given)).json()).toEqual({ value: given })
    expect(await goodNow()).toEqual([given])
    expect((await ask('apiKey', given)).statusCode).toBe(422)
    expect((await ask('feedKey', given)).statusCode).toBe(422)
    const guessable = await ask('webhookSecret', 'shopify-signs-with-this-one')
    expect([guessable.statusCode, guessable.json().detail]).toEqual([422, expect.stringContaining('too easy to guess')])
  })
})

describe('the company’s signing secrets', () => {
  const read = () => ctx.transaction((tx) => getOrCreateSigningSecrets(tx, ctx))

  it('start with a single one, even when two requests come at once', async () => {
    const { db } = server.deps
    let late: Promise<string[]> = Promise.resolve([])
    const early = await ctx.transaction(async (tx) => {
      const made = await getOrCreateSigningSecrets(tx, ctx)
      late = read()
      await vi.waitUntil(async () => (await countLockWaits(db)) === 1)
      return made
    })
    expect(early).toHaveLength(1)
    expect(await late).toEqual(early)
  })

  it('are valid until they expire, newest first', async () => {
    const [first] = await read()
    await ctx.transaction((tx) =>
      tx.update(signingSecrets).set({ expiresAt: new Date(clock.now().getTime() + 60_000) }),
    )
    expect(await read()).toEqual([first])
    clock.advance(60)
    const [second, ...others] = await read()
    expect(others).toEqual([])
    expect(second).not.toBe(first)
  })
})

describe('opening a connection', () => {
  const open = (id: string, as = ctx) => as.transaction((tx) => openConnection(tx, as, id))

  it('decrypts what an adapter needs', async () => {
    const config = { commerceAccountId: '17', catalogId: '42' }
    const built = await buildChannel(server.deps, ctx.companyId, {
      name: 'Instagram',
      type: 'meta_shops',
      accessToken: 'EAAB-a-token-of-meta',
      config,
    })
    expect(await open(built.id)).toEqual({
      channelId: built.id,
      name: 'Instagram',
      webhookUrl: null,
      signingSecrets: [expect.stringMatching(/^whsec_/)],
      accessToken: 'EAAB-a-token-of-meta',
      ...config,
      accountId: null,
      credentials: null,
      saveCredentials: expect.any(Function),
      state: {},
      locationId: null,
      shipsAuthorized: false,
    })
  })

  it('of two processes that rotate a token at once, the second does not overwrite the first', async () => {
    const { id } = await buildChannel(server.deps, ctx.companyId, {
      type: 'shopify',
      accountId: 'harbor.myshopify.com',
      credentials: JSON.stringify({ clientId: '17', token: 'old' }),
    })
    const [one, other] = [await open(id), await open(id)]
    expect(one.credentials).toEqual({ clientId: '17', token: 'old' })
    const rotated = (token: string) => ({ credentials: { clientId: '17', token }, expireAt: null })
    await one.saveCredentials(rotated('first'))
    await expect(other.saveCredentials(rotated('second'))).rejects.toThrow('changed')
    await one.saveCredentials(rotated('third'))
    expect((await open(id)).credentials).toEqual({ clientId: '17', token: 'third' })
  })

  it('decrypts neither another company’s channel nor a token copied from another channel', async () => {
    const elsewhere = await buildChannel(server.deps, (await server.as('ops')).user.companyId ?? '')
    await expect(open(elsewhere.id)).rejects.toMatchObject({ code: 'not_found' })
    const accessToken = 'EAAB-a-token-of-meta'
    const [from, to] = [
      await buildChannel(server.deps, ctx.companyId, { accessToken }),
      await buildChannel(server.deps, ctx.companyId, { accessToken }),
    ]
    await ctx.transaction((tx) =>
      tx.execute(
        `update channels set access_token = (select access_token from channels where id = '${from.id}') where id = '${to.id}'`,
      ),
    )
    expect(await open(from.id)).toMatchObject({ accessToken })
    await expect(open(to.id)).rejects.toThrow()
  })
})
