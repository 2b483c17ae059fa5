import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelDetail } from '#contract/channels.ts'
import type { Problem } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { auditedChanges, createChannelAs, skusToPush, buildChannel } from '#server/testing/channels.ts'
import { updateChannel } from './update-channel.ts'

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

const change = (id: string, changes: object) => ops.patch(`/api/channels/${id}`, changes)

const rowOf = async (id: string) => {
  const [row] = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(channels).where(eq(channels.id, id)))
  return row
}

describe('updating a channel', () => {
  it('changes the given fields and leaves the rest as it was', async () => {
    const { id } = await buildChannel(server.deps, companyId, {
      config: { productUrl: 'https://shop.example.com/p/{sku}', autoFulfill: true },
      safetyBuffer: 3,
    })
    const reply = await change(id, { shippingSpeed: 'priority', autoFulfillDelayMinutes: 5, productUrl: '' })
    expect(reply.json<ChannelDetail>()).toMatchObject({
      shippingSpeed: 'priority',
      autoFulfillDelayMinutes: 5,
      productUrl: null,
      autoFulfill: true,
      safetyBuffer: 3,
    })
    expect((await ops.get(`/api/channels/${id}`)).json()).toEqual(reply.json())
  })

  it('sets how Amazon ships its orders; every channel has a default', async () => {
    const { id } = await createChannelAs(ops)
    expect((await ops.get(`/api/channels/${id}`)).json()).toMatchObject({
      blankBox: false,
      blocksAmazonLogistics: false,
    })
    await change(id, { blankBox: true })
    const reply = await change(id, { blocksAmazonLogistics: true })
    expect(reply.json()).toMatchObject({ blankBox: true, blocksAmazonLogistics: true })
    expect(await auditedChanges(server.deps.db, companyId, 'channel.update')).toMatchObject([
      { changes: { before: { blankBox: false }, after: { blankBox: true } } },
      { changes: { before: { blocksAmazonLogistics: false }, after: { blocksAmazonLogistics: true } } },
    ])
  })

  it('changes the feed’s slug with the name, skipping slugs that are taken', async () => {
    const [first, second] = [
      await createChannelAs(ops, { name: 'Shop' }),
      await createChannelAs(ops, { name: 'Store' }),
    ]
    expect((await change(second.id, { name: 'SHOP' })).json()).toMatchObject({ name: 'SHOP', slug: 'shop-2' })
    expect((await change(second.id, { name: 'Shop!' })).json()).toMatchObject({ name: 'Shop!', slug: 'shop-2' })
    expect((await change(first.id, { name: 'Elsewhere' })).json()).toMatchObject({ slug: 'elsewhere' })
    expect((await change(second.id, { name: 'Store' })).json()).toMatchObject({ slug: 'store' })
  })

  it('audits both states, and nothing when nothing changed', async () => {
    const { id } = await createChannelAs(ops)
    await change(id, { name: 'My Shop', isActive: true })
    await change(id, { isActive: false, webhookUrl: 'https://shop.example.com/in' })
    expect(await auditedChanges(server.deps.db, companyId, 'channel.update')).toMatchObject([
      {
        actor_name: 'Ana Ruiz',
        changes: {
          before: { isActive: true, webhookUrl: null },
          after: { isActive: false, webhookUrl: 'https://shop.example.com/in' },
        },
      },
    ])
  })

  it('refuses a URL with a password, and changes nothing', async () => {
    const { id } = await buildChannel(server.deps, companyId)
    const reply = await change(id, { webhookUrl: 'https://ana:secret@shop.example.com/', name: 'Other' })
    expect([reply.statusCode, reply.json<Problem>().errors?.[0]?.field]).toEqual([422, 'webhookUrl'])
    expect(reply.body).not.toContain('secret@')
    expect((await rowOf(id))?.name).not.toBe('Other')
  })

  it('requires https, unless everything runs on this machine', async () => {
    const { id } = await buildChannel(server.deps, companyId)
    const who = { actor: { type: 'system', name: 'Test' }, origin: noOrigin } as const
    const at = (PUBLIC_URL: string) =>
      companyContext({ ...server.deps, config: { ...server.deps.config, PUBLIC_URL } }, who, companyId)
    const input = { channelId: id, webhookUrl: 'http://127.0.0.1:9/in' }
    await expect(updateChannel(at('https://lockstep.example.com'), input)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'webhookUrl', message: say('Webhook URL must begin with https://') }],
    })
    expect(await updateChannel(at('http://localhost:5000'), input)).toMatchObject({ webhookUrl: input.webhookUrl })
  })
})

describe('the webhook URL of a channel', () => {
  const stored = 'https://hooks.example.com/services/T00000001/x7Kq2mPz?token=abc123'
  const shown = 'https://hooks.example.com/services/••••/••••?token=••••'
  const storedUrl = async (id: string) => (await rowOf(id))?.config

  it('is shown without its secret parts, to every role', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl: stored } })
    for (const role of ['readonly', 'ops', 'admin'] as const) {
      const reply = await (await server.as(role, companyId)).get(`/api/channels/${id}`)
      expect(reply.json()).toMatchObject({ webhookUrl: shown })
    }
  })

  it('stays when it is sent back as it was shown', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl: stored } })
    expect((await change(id, { webhookUrl: shown, safetyBuffer: 4 })).json()).toMatchObject({ webhookUrl: shown })
    expect(await storedUrl(id)).toMatchObject({ webhookUrl: stored })
  })

  it('is refused with hidden parts that are not the stored ones', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl: stored } })
    const reply = await change(id, { webhookUrl: shown.replace('hooks.example.com', 'evil.example') })
    expect([reply.statusCode, reply.json<Problem>().errors]).toEqual([
      422,
      [{ field: 'webhookUrl', message: 'Webhook URL has hidden parts: enter the full address' }],
    ])
    expect(await storedUrl(id)).toMatchObject({ webhookUrl: stored })
  })

  it('is masked in the audit log, which shows a change of its secret part alone', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl: stored } })
    await change(id, { webhookUrl: stored.replace('abc123', 'other') })
    const [entry] = await auditedChanges(server.deps.db, companyId, 'channel.update')
    expect(entry?.changes).toEqual({ before: { webhookUrl: shown }, after: { webhookUrl: shown } })
  })

  it('is revealed whole to people who may change it, and the audit log says to whom', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl: stored } })
    const ask = async (browser: Browser) => browser.post(`/api/channels/${id}/reveal`, { secret: 'webhookUrl' })
    expect((await ask(ops)).json()).toEqual({ value: stored })
    expect((await ask(await server.as('readonly', companyId))).statusCode).toBe(403)
    const [entry] = await auditedChanges(server.deps.db, companyId, 'channel.reveal')
    expect(entry?.changes).toMatchObject({ after: { shown: 'webhookUrl' } })
  })
})

describe('the access token of a channel', () => {
  const token = `EAAB${'x'.repeat(250)}`

  it('is encrypted, never shown, and clears the access error', async () => {
    const config = { catalogId: '42' }
    const { id } = await buildChannel(server.deps, companyId, { type: 'meta_shops', config, accessError: 'Expired.' })
    const reply = await change(id, { accessToken: token })
    expect(reply.json()).toMatchObject({ hasAccessToken: true, accessError: null })
    expect(reply.body).not.toContain('EAAB')
    expect(await rowOf(id)).toMatchObject({ accessToken: expect.stringMatching(/^v1\./), isPushed: true })
    expect(await auditedChanges(server.deps.db, companyId, 'channel.update')).toMatchObject([
      { changes: { before: { accessToken: null }, after: { accessToken: '••••' } } },
    ])
  })
})

describe('a channel with an access error', () => {
  it.each([
    ['another receiver', { webhookUrl: 'https://other.example.com/in' }, null],
    ['another shop at Meta', { commerceAccountId: '18' }, null],
    ['another catalogue', { catalogId: '43' }, null],
    ['the same shop', { commerceAccountId: '17', catalogId: '42', name: 'Renamed' }, 'Expired.'],
  ])('with %s', async (_what, changes, accessError) => {
    const config = { commerceAccountId: '17', catalogId: '42' }
    const { id } = await buildChannel(server.deps, companyId, { type: 'meta_shops', config, accessError: 'Expired.' })
    expect((await change(id, changes)).json()).toMatchObject({ accessError })
  })
})

describe('offers to push to a channel', () => {
  const webhookUrl = 'https://shop.example.com/in'
  const noted = (id: string) => skusToPush(server.deps.db, companyId, id)
  const clear = (id: string) =>
    server.deps.db.inCompany(companyId, (tx) => tx.execute(`delete from offer_changes where channel_id = '${id}'`))

  /** The company has an active and an inactive SKU; another company has one too. */
  beforeEach(async () => {
    await buildSku(server.deps.db, companyId, { sku: 'CUP' })
    await buildSku(server.deps.db, companyId, { sku: 'OLD', isActive: false })
    await buildSku(server.deps.db, (await buildCompany(server.deps.db)).id)
  })

  it('are all of them once it has a receiver', async () => {
    const { id } = await buildChannel(server.deps, companyId)
    await change(id, { safetyBuffer: 2 })
    expect(await noted(id)).toEqual([])
    await change(id, { webhookUrl })
    expect(await rowOf(id)).toMatchObject({ isPushed: true })
    expect(await noted(id)).toEqual(['CUP', 'OLD'])
  })

  it('are dropped while the channel is inactive and all of them when it is active again', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    await change(id, { safetyBuffer: 2 })
    await change(id, { isActive: false })
    expect(await rowOf(id)).toMatchObject({ isPushed: false })
    expect(await noted(id)).toEqual([])
    await change(id, { isActive: true })
    expect(await noted(id)).toEqual(['CUP', 'OLD'])
  })

  it.each([
    ['the buffer', { safetyBuffer: 5 }],
    ['which SKUs are offered', { offersAllSkus: false }],
    ['the receiver', { webhookUrl: 'https://other.example.com/in' }],
    ['where products stand', { productUrl: 'https://shop.example.com/{sku}' }],
  ])('is everything again with a change of %s', async (_what, changes) => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    await change(id, changes)
    expect(await noted(id)).toEqual(['CUP', 'OLD'])
  })

  it('stay the same after a change that no offer contains', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    await change(id, { name: 'Another', autoFulfill: true, shippingSpeed: 'priority' })
    expect(await noted(id)).toEqual([])
  })

  it('count as unsent with another receiver, and as sent with another buffer', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    const { id: skuId } = await buildSku(server.deps.db, companyId)
    const sent = { sentOffer: 'a digest', syncStatus: 'synced' } as const
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.insert(listings).values({ companyId, channelId: id, skuId, ...sent }),
    )
    const readListings = () => server.deps.db.inCompany(companyId, (tx) => tx.select().from(listings))
    await change(id, { safetyBuffer: 1 })
    expect(await readListings()).toMatchObject([sent])
    await clear(id)
    await change(id, { webhookUrl: 'https://other.example.com/in' })
    expect(await readListings()).toMatchObject([{ sentOffer: null, syncStatus: 'pending' }])
  })
})
