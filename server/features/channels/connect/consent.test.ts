import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectAttempt, woocommerceCallbackPath } from '#contract/channel-connect.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { channelConnectAttempts, channels } from '#server/platform/db/schema/channels.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { type Browser, createTestApp, manualClock, publicUrl } from '#server/testing/app.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { purgeAttempts } from './consent.ts'

const site = 'http://127.0.0.1:4100'
const secret = 'cs_right-secret'

const clock = manualClock()
let woo: FakeShop
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  woo = new FakeShop('woocommerce', site, secret)
  server = await createTestApp({ clock, ports: woo.ports })
})
afterAll(() => server.close())
beforeEach(async () => {
  ops = await server.as('ops')
  companyId = ops.user.companyId
})

type Begun = { attemptId: string; url: string }

const begin = async (body: object = {}): Promise<Begun & { token: string }> => {
  const reply = await ops.post('/api/channels/consent', { siteUrl: site, ...body })
  expect(reply.statusCode, reply.body).toBe(201)
  const begun = reply.json<Begun>()
  return { ...begun, token: new URL(begun.url).searchParams.get('user_id') ?? '' }
}

let addresses = 0

/** The post of a shop's server; it has no cookie, and its own address. */
const post = (body: object) =>
  server.app.http.inject({
    method: 'POST',
    url: woocommerceCallbackPath,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress: `10.1.0.${(addresses += 1)}`,
  })

const answerOf = (token: string, changes: object = {}) => ({
  key_id: 7,
  user_id: token,
  consumer_key: 'ck_1234567890',
  consumer_secret: secret,
  key_permissions: 'read_write',
  ...changes,
})

const attemptOf = async (id: string) => (await ops.get(`/api/channels/consent/${id}`)).json<ConnectAttempt>()
const allChannels = () => server.deps.db.inCompany(companyId, (tx) => tx.select().from(channels))

describe('connecting by the consent page', () => {
  it('sends the browser to the shop, takes its key and connects as the person who began', async () => {
    const { attemptId, url, token } = await begin({ name: 'My shop' })
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      user_id: token,
      callback_url: publicUrl + woocommerceCallbackPath,
      return_url: `${publicUrl}/channels?connect=${attemptId}`,
    })
    expect(await attemptOf(attemptId)).toMatchObject({
      status: 'waiting',
      siteUrl: site,
      channelId: null,
      problem: null,
    })
    const reply = await post(answerOf(token))
    expect(reply.statusCode, reply.body).toBe(200)
    const [channel] = await allChannels()
    expect(channel).toMatchObject({ type: 'woocommerce', name: 'My shop', accountId: site })
    expect(await attemptOf(attemptId)).toMatchObject({ status: 'connected', channelId: channel?.id })
    const [audited] = await auditedChanges(server.deps.db, companyId, 'channel.connect')
    expect(audited?.actor_name).toBe('Ana Ruiz')
  })

  it('stores only the hash of the token', async () => {
    const { token } = await begin()
    const [attempt] = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(channelConnectAttempts))
    expect(JSON.stringify(attempt)).not.toContain(token.split('.')[1])
  })

  it('takes one key per attempt, also of two posts at once', async () => {
    const { token } = await begin()
    const replies = await Promise.all([post(answerOf(token)), post(answerOf(token))])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await allChannels()).toHaveLength(1)
  })

  it('proves the key against the site that was typed, and keeps the reason of a failure', async () => {
    const { attemptId, token } = await begin()
    const reply = await post(answerOf(token, { consumer_secret: 'cs_of-another-shop' }))
    expect(reply.statusCode).toBe(422)
    expect(await attemptOf(attemptId)).toMatchObject({
      status: 'failed',
      problem: 'The shop does not accept this key.',
    })
    expect(await allChannels()).toEqual([])
    expect((await post(answerOf(token))).statusCode).toBe(404)
  })

  it('refuses a key that may only read', async () => {
    const { attemptId, token } = await begin()
    expect((await post(answerOf(token, { key_permissions: 'read' }))).statusCode).toBe(422)
    expect(await attemptOf(attemptId)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('read and write'),
    })
  })

  it('upgrades a website channel', async () => {
    const website = await buildChannel(server.deps, companyId, { config: { platform: 'woocommerce' } })
    const { token } = await begin({ channelId: website.id })
    expect((await post(answerOf(token))).statusCode).toBe(200)
    expect(await allChannels()).toMatchObject([{ id: website.id, type: 'woocommerce' }])
  })

  it('ends after an hour, and is forgotten after a day', async () => {
    const { attemptId, token } = await begin()
    clock.advance(3_601)
    expect((await post(answerOf(token))).statusCode).toBe(404)
    expect(await attemptOf(attemptId)).toMatchObject({ status: 'failed', problem: expect.stringContaining('an hour') })
    const ctx = platformContext(server.deps, { actor: { type: 'job', name: 'channels.purge' }, origin: noOrigin })
    await purgeAttempts(ctx)
    expect((await attemptOf(attemptId)).id).toBe(attemptId)
    clock.advance(86_400)
    await purgeAttempts(ctx)
    await ops.signInAgain()
    expect((await ops.get(`/api/channels/consent/${attemptId}`)).statusCode).toBe(404)
  })

  it('connects nothing for a person who was deactivated meanwhile', async () => {
    const { token } = await begin()
    await server.deps.db.onPlatform((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ops.user.id)))
    expect((await post(answerOf(token))).statusCode).toBe(403)
    expect(await allChannels()).toEqual([])
  })

  it('asks for a pasted key where the shop could not reach us', async () => {
    const reply = await ops.post('/api/channels/consent', { siteUrl: 'https://shop.example' })
    expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('paste it here')])
  })
})

describe('posts of strangers', () => {
  it('are refused, and shut out after 60, while a shop elsewhere is served', async () => {
    const { token } = await begin()
    const strange = [{}, { user_id: 'x' }, answerOf(`${companyId}.made-up`), answerOf('nobody.made-up')]
    for (const body of strange) expect((await post(body)).statusCode).toBe(404)
    const sameAddress = () =>
      server.app.http.inject({
        method: 'POST',
        url: woocommerceCallbackPath,
        payload: '{}',
        remoteAddress: '10.9.9.9',
      })
    const statuses = []
    for (let count = 0; count < 62; count += 1) statuses.push((await sameAddress()).statusCode)
    expect(statuses.at(-1)).toBe(429)
    const long = await post(answerOf(token, { key_permissions: 'x'.repeat(9_000) }))
    expect(long.statusCode).toBe(413)
    expect((await post(answerOf(token))).statusCode).toBe(200)
  })
})
