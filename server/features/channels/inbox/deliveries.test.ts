import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Delivery, DeliveryDetail } from '#contract/channel-deliveries.ts'
import { companyContext, noOrigin, platformContext, type CompanyContext } from '#server/platform/context.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { purgeDeliveries, replayDead } from './deliveries.ts'
import { storeDelivery, storeRefusedDelivery } from './store-delivery.ts'
import { markFailed, markIgnored, markIngested } from './queries.ts'
import { lockWaitingDeliveries } from './intake-queries.ts'
import { decryptContent } from './delivery-content.ts'

const clock = manualClock()
const system = { actor: { type: 'system', name: 'Test' }, origin: noOrigin } as const

let test: Awaited<ReturnType<typeof createTestApp>>
let ctx: CompanyContext
let ops: Browser
let channelId: string

beforeAll(async () => {
  test = await createTestApp({ clock })
})
afterAll(() => test.close())

beforeEach(async () => {
  const { id: companyId } = await buildCompany(test.deps.db)
  ctx = companyContext(test.deps, system, companyId)
  ops = await test.as('ops', companyId)
  channelId = (await buildChannel(test.deps, companyId)).id
})

async function arrive(body: string | Buffer = '{}', overrides: { channelId?: string } = {}) {
  clock.advance(1)
  const content = { headers: { 'x-topic': 'orders' }, body: Buffer.from(body) }
  const delivery = {
    channelId,
    deliveryId: newId(),
    source: 'webhook',
    signature: null,
    ...overrides,
    content,
  } as const
  const id = await ctx.transaction((tx) => storeDelivery(tx, ctx, delivery))
  if (!id) throw new Error('it was there already')
  return id
}

const fail = (id: string, error = 'data.items must have at least one item') =>
  ctx.transaction(async (tx) => {
    await markFailed(tx, ctx.companyId, [{ id, error }])
    await tx.insert(attentionItems).values({
      companyId: ctx.companyId,
      id: newId(),
      webhookEventId: id,
      code: 'webhook_not_understood',
      reason: error,
      raisedAt: clock.now(),
    })
  })
const ignore = (id: string, why = 'It is a test order') =>
  ctx.transaction((tx) => markIgnored(tx, ctx.companyId, clock.now(), [{ id, why, eventType: 'ping' }]))
const refuse = () => {
  clock.advance(1)
  return storeRefusedDelivery(ctx, {
    channelId,
    body: Buffer.from('forged'),
    signature: null,
    reason: 'The signature is wrong',
  })
}
const events = () => ctx.transaction((tx) => tx.select().from(webhookEvents))
const openAttention = async () =>
  (await ctx.transaction((tx) => tx.select().from(attentionItems))).filter(({ resolvedAt }) => !resolvedAt)
const waitingIds = async (limit = 50) =>
  (await ctx.transaction((tx) => lockWaitingDeliveries(tx, ctx.companyId, limit))).map(({ id }) => id)

const url = (rest = '') => `/api/channels/${channelId}/deliveries${rest}`
const list = async (query = '') => Delivery.array().parse((await ops.get(url(query))).json())

describe('waiting deliveries', () => {
  it('are locked by one worker at a time, oldest first, with their content', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0a])
    const [first, second, third] = [await arrive(bytes), await arrive(), await arrive()]
    await ctx.transaction(async (tx) => {
      const [delivery, ...others] = await lockWaitingDeliveries(tx, ctx.companyId, 2)
      expect([delivery?.id, ...others.map(({ id }) => id)]).toEqual([first, second])
      expect(delivery).toMatchObject({ source: 'webhook', channel: { id: channelId, type: 'website' } })
      const opened = delivery && decryptContent(ctx.vault, { companyId: ctx.companyId, id: first }, delivery.payload)
      expect(opened).toEqual({ headers: { 'x-topic': 'orders' }, body: bytes })
      expect(await waitingIds()).toEqual([third])
    })
    expect(await waitingIds()).toEqual([first, second, third])
  })

  it('are no longer waiting once their outcome is stored, many at a time', async () => {
    const [taken, ignored, failed, left] = [await arrive(), await arrive(), await arrive(), await arrive()]
    const eventAt = new Date('2026-03-01T08:00:00Z')
    await ctx.transaction(async (tx) => {
      await markIgnored(tx, ctx.companyId, clock.now(), [
        { id: ignored, why: 'Nothing new', externalOrderId: '7', eventAt },
        { id: taken, why: 'Nothing new either' },
      ])
      await markFailed(tx, ctx.companyId, [
        { id: failed, error: 'items\0 must\uD800 be a list', externalOrderId: 'a\0b' },
      ])
      await markIngested(tx, ctx.companyId, clock.now(), [])
    })
    expect(await waitingIds()).toEqual([left])
    expect(await list()).toMatchObject([
      { id: left, state: 'waiting', error: null, processedAt: null },
      { id: failed, state: 'failed', error: 'items� must� be a list', externalOrderId: 'a�b', processedAt: null },
      { id: ignored, state: 'ignored', error: 'Nothing new', externalOrderId: '7' },
      { id: taken, state: 'ignored', processedAt: clock.now().toISOString() },
    ])
    expect((await events()).find(({ id }) => id === ignored)?.eventAt).toEqual(eventAt)
  })
})

describe('the list of deliveries', () => {
  it('is sorted newest first, paged, filtered by state, and without payloads', async () => {
    const waiting = [await arrive(), await arrive(), await arrive()]
    const failed = await arrive('{"line1":"1 Main St"}')
    await fail(failed)
    await refuse()
    await arrive('{}', { channelId: (await buildChannel(test.deps, ctx.companyId)).id })
    const pages = await readAllPages(ops, url('?limit=2'), Delivery)
    const rows = pages.flatMap((page) => page.rows)
    expect(pages.map((page) => [page.rows.length, page.total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ])
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'failed', 'waiting', 'waiting', 'waiting'])
    expect(rows.slice(2).map(({ id }) => id)).toEqual(waiting.toReversed())
    expect((await list('?state=failed')).map(({ id }) => id)).toEqual([failed])
    expect((await list('?state=refused'))[0]).toMatchObject({ error: 'The signature is wrong' })
    expect(await list('?state=taken_in')).toEqual([])
    expect((await ops.get(url())).body).not.toContain('Main St')
  })
})

describe('the delivery detail', () => {
  it('shows the payload to operators, and audits who viewed it', async () => {
    const text = await arrive('{"line1":"1 Main St"}')
    const bytes = await arrive(Buffer.from([0xff, 0xfe]))
    const shown = async (id: string) => DeliveryDetail.parse((await ops.get(url(`/${id}`))).json())
    expect(await shown(text)).toMatchObject({ id: text, state: 'waiting', payload: '{"line1":"1 Main St"}' })
    expect((await shown(bytes)).payload).toBe('000000  ff fe')
    const log = await ctx.transaction((tx) => tx.select().from(auditLog))
    expect(log.filter(({ action }) => action === 'delivery.view')).toMatchObject(
      [text, bytes].map((resourceId) => ({ resource: 'delivery', resourceId, userId: ops.user.id })),
    )
  })
})

describe('replaying', () => {
  const replay = (id: string) => ops.post(url(`/${id}/replay`))

  it('makes a delivery wait again, and resolves its attention item', async () => {
    const [failed, ignored] = [await arrive(), await arrive()]
    await fail(failed)
    await ignore(ignored)
    expect(await openAttention()).toHaveLength(1)
    for (const id of [failed, ignored]) {
      expect(Delivery.parse((await replay(id)).json())).toMatchObject({ id, state: 'waiting', error: null })
    }
    expect(await waitingIds()).toEqual([failed, ignored])
    expect(await openAttention()).toEqual([])
    const log = await ctx.transaction((tx) => tx.select().from(auditLog))
    expect(log.find(({ action }) => action === 'delivery.replay')).toMatchObject({
      resourceId: failed,
      changes: { before: { state: 'failed' }, after: { state: 'waiting' } },
    })
    expect((await replay(failed)).statusCode).toBe(200)
  })

  it('is refused for a delivery that the channel did not sign', async () => {
    await refuse()
    const [refused] = await list()
    const reply = await replay(refused?.id ?? '')
    expect([reply.statusCode, (await list())[0]?.state]).toEqual([409, 'refused'])
  })

  it('is not possible through another channel', async () => {
    const other = await buildChannel(test.deps, ctx.companyId)
    const id = await arrive()
    await fail(id)
    expect((await ops.post(`/api/channels/${other.id}/deliveries/${id}/replay`)).statusCode).toBe(404)
    expect((await ops.get(`/api/channels/${other.id}/deliveries/${id}`)).statusCode).toBe(404)
    expect((await list())[0]?.state).toBe('failed')
  })

  it('replays all failed deliveries, of one channel or of the company', async () => {
    const { id: other } = await buildChannel(test.deps, ctx.companyId)
    const [own, others, fine] = [await arrive(), await arrive('{}', { channelId: other }), await arrive()]
    await fail(own)
    await fail(others)
    await ignore(fine)
    expect(await replayDead(ctx, { channelId: other })).toEqual({ replayed: 1 })
    expect(await waitingIds()).toEqual([others])
    expect(await replayDead(ctx, {})).toEqual({ replayed: 1 })
    expect(await waitingIds()).toEqual([own, others])
    expect(await openAttention()).toEqual([])
    await expect(replayDead(ctx, { channelId: newId() })).rejects.toThrow('This channel doesn’t exist.')
  })

  it('replays more than one batch, each delivery once', async () => {
    await ctx.transaction((tx) =>
      tx.execute(sql`
        insert into webhook_events (company_id, id, channel_id, delivery_id, payload, is_verified, error)
        select ${ctx.companyId}, new_id(), ${channelId}, n::text, 'sealed', true, 'Not understood' from generate_series(1, 501) as n`),
    )
    expect(await replayDead(ctx, {})).toEqual({ replayed: 501 })
    expect(await waitingIds(1_000)).toHaveLength(501)
  })
})

it('purging deletes processed, ignored and refused deliveries after 30 days, and keeps failed ones', async () => {
  const [ignored, failed, waiting] = [await arrive(), await arrive(), await arrive()]
  await ignore(ignored)
  await fail(failed)
  await refuse()
  clock.advance(30 * 24 * 3600 - 10)
  const young = await arrive()
  await ignore(young)
  const purge = () => purgeDeliveries(platformContext(test.deps, system))
  await purge()
  expect(await events()).toHaveLength(5)
  clock.advance(60)
  await purge()
  expect((await events()).map(({ id }) => id).toSorted()).toEqual([failed, waiting, young].toSorted())
})

it('purging continues with other channels when one fails, and is retried later', async () => {
  const old = await arrive()
  await ignore(old)
  await buildChannel(test.deps, (await buildCompany(test.deps.db)).id)
  clock.advance(31 * 24 * 3600)
  const platform = platformContext(test.deps, system)
  const transaction: typeof platform.transaction = (work, companyId) =>
    companyId && companyId !== ctx.companyId ? Promise.reject(new Error('no')) : platform.transaction(work, companyId)
  await expect(purgeDeliveries({ ...platform, transaction })).rejects.toThrow('no')
  expect(await events()).toEqual([])
})
