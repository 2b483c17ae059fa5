import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#contract/events.ts'
import { PromotionInput, type PromotionRow } from '#contract/promotions.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildPromotion, buildRedemption } from '#server/testing/promotions.ts'
import { createPromotion, endPromotion, switchPromotion, updatePromotion } from './promotions.ts'

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

const build = (given: Parameters<typeof buildPromotion>[2] = {}) => buildPromotion(server.deps.db, companyId, given)

const audited = (resourceId: string) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.resourceId, resourceId)).orderBy(auditLog.id),
  )

const change = ({ id, version }: { id: string; version: number }, changes: object) =>
  ops.patch(`/api/promotions/${id}`, { version, ...changes })

const refusalOf = (reply: { statusCode: number; json(): unknown }) => {
  const { detail, errors = [] } = reply.json() as { detail: string; errors?: { field: string }[] }
  return { status: reply.statusCode, detail, fields: errors.map(({ field }) => field) }
}

async function redeem(promotionId: string, given: { releasedAt?: Date } = {}) {
  const { id: orderId } = await buildOrder(server.deps, companyId)
  await buildRedemption(server.deps.db, companyId, { promotionId, orderId, ...given })
}

describe('adding a promotion', () => {
  it('needs only a title, and has the form’s defaults', async () => {
    const reply = await ops.post('/api/promotions', { title: ' Fall sale ' })
    expect(reply.statusCode).toBe(201)
    const promotion = reply.json<PromotionRow>()
    expect(promotion).toEqual({
      id: promotion.id,
      title: 'Fall sale',
      code: null,
      description: null,
      type: 'percent',
      value: '0.00',
      minSubtotal: null,
      maxRedemptions: null,
      redemptionCount: 0,
      startsAt: null,
      endsAt: null,
      isActive: true,
      isStackable: false,
      channelIds: [],
      currency: 'USD',
      isRedeemed: false,
      version: 1,
    })
    expect(await audited(promotion.id)).toMatchObject([
      { action: 'promotion.create', userId: ops.user.id, changes: { before: {}, after: { title: 'Fall sale' } } },
    ])
  })

  it('stores every field', async () => {
    const { id: channelId } = await buildChannel(server.deps, companyId)
    const form = {
      title: 'Fall sale',
      code: 'Fall10',
      description: 'Ten dollars',
      type: 'flat',
      value: '10.00',
      minSubtotal: '50.00',
      maxRedemptions: 100,
      channelIds: [channelId],
      isStackable: true,
      isActive: false,
      startsAt: '2026-09-01T00:00:00.000Z',
      endsAt: '2026-10-01T00:00:00.000Z',
    }
    const { id } = (await ops.post('/api/promotions', form)).json<PromotionRow>()
    expect((await ops.get('/api/promotions')).json()).toEqual([
      { id, ...form, redemptionCount: 0, currency: 'USD', isRedeemed: false, version: 1 },
    ])
  })

  it.each([
    [{}, 'title'],
    [{ title: 'A', code: 'TWO WORDS' }, 'code'],
    [{ title: 'A', value: '100.01' }, 'value'],
    [{ title: 'A', value: '-1' }, 'value'],
    [{ title: 'A', maxRedemptions: 0 }, 'maxRedemptions'],
    [{ title: 'A', startsAt: '2026-09-02T00:00:00Z', endsAt: '2026-09-02T00:00:00Z' }, 'endsAt'],
    [{ title: 'A', startsAt: '0000-09-02T00:00:00Z' }, 'startsAt'],
    [{ title: 'A', channelIds: [newId()] }, 'channelIds'],
  ])('refuses %j and names the field', async (body, field) => {
    const refusal = refusalOf(await ops.post('/api/promotions', body))
    expect([refusal.status, refusal.fields]).toEqual([422, [field]])
  })

  it('refuses another company’s channel', async () => {
    const other = await buildCompany(server.deps.db)
    const [own, theirs] = [await buildChannel(server.deps, companyId), await buildChannel(server.deps, other.id)]
    const reply = await ops.post('/api/promotions', { title: 'A', channelIds: [own.id, theirs.id] })
    expect(refusalOf(reply)).toEqual({ status: 422, detail: 'This channel doesn’t exist.', fields: ['channelIds'] })
  })

  it('refuses a code that is taken in other letters, also when two add it at once', async () => {
    const both = await Promise.all(['SAVE', 'save'].map((code) => ops.post('/api/promotions', { title: code, code })))
    expect(both.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([201, 409])
    expect(refusalOf(await ops.post('/api/promotions', { title: 'Third', code: ' Save ' }))).toEqual({
      status: 409,
      detail: 'Another promotion already has this code.',
      fields: ['code'],
    })
  })

  it('lets two companies have the same code, and one company many promotions without any', async () => {
    await buildPromotion(server.deps.db, (await buildCompany(server.deps.db)).id, { code: 'SHARED' })
    for (const body of [{ code: 'SHARED' }, { code: '' }, { code: null }]) {
      expect((await ops.post('/api/promotions', { title: 'A', ...body })).statusCode).toBe(201)
    }
  })
})

describe('changing a promotion', () => {
  it('writes what differs, raises the version and audits the former values', async () => {
    const promotion = await build({ code: 'OLD', startsAt: new Date('2026-09-01T00:00:00Z') })
    const changes = { code: 'NEW', startsAt: '2026-09-01T00:00:00Z', endsAt: '2026-09-09T00:00:00Z', minSubtotal: '' }
    expect((await change(promotion, changes)).json()).toMatchObject({
      code: 'NEW',
      startsAt: '2026-09-01T00:00:00.000Z',
      endsAt: '2026-09-09T00:00:00.000Z',
      value: '10.00',
      version: 2,
    })
    expect(await audited(promotion.id)).toMatchObject([
      {
        action: 'promotion.update',
        changes: { before: { code: 'OLD', endsAt: null }, after: { code: 'NEW', endsAt: '2026-09-09T00:00:00.000Z' } },
      },
    ])
  })

  it('does nothing when nothing differs', async () => {
    const promotion = await build()
    expect((await change(promotion, { title: promotion.title, value: '10' })).json()).toMatchObject({ version: 1 })
    expect(await audited(promotion.id)).toEqual([])
  })

  it.each([
    [{ type: 'flat', value: '150.00' }, { type: 'percent' }, 'value'],
    [{ endsAt: new Date('2026-03-01T00:00:00Z') }, { startsAt: '2026-03-02T00:00:00Z' }, 'endsAt'],
    [{}, { channelIds: [newId()] }, 'channelIds'],
  ] as const)('refuses an invalid combination: %j and %j', async (given, changes, field) => {
    const promotion = await build(given)
    const refusal = refusalOf(await change(promotion, changes))
    expect([refusal.status, refusal.fields]).toEqual([422, [field]])
    expect(await audited(promotion.id)).toEqual([])
  })

  it('refuses a code that another one has', async () => {
    await build({ code: 'TAKEN' })
    expect(refusalOf(await change(await build(), { code: 'taken' }))).toMatchObject({ status: 409, fields: ['code'] })
  })

  it('keeps code and type once an order has used it, even if the use was released', async () => {
    const promotion = await build({ code: 'FALL10' })
    await redeem(promotion.id, { releasedAt: new Date() })
    expect(refusalOf(await change(promotion, { code: null, type: 'flat' }))).toEqual({
      status: 409,
      detail: 'Orders have used this promotion, so its code and type can’t be changed. Copy it to create another one.',
      fields: ['code', 'type'],
    })
    const reply = await change(promotion, { code: 'FALL10', type: 'percent', value: '15' })
    expect(reply.json()).toMatchObject({ value: '15.00', isRedeemed: true, version: 2 })
  })

  it('keeps the limit at or above the number of uses', async () => {
    const promotion = await build({ maxRedemptions: 5 })
    for (let use = 0; use < 2; use++) await redeem(promotion.id)
    expect(refusalOf(await change(promotion, { maxRedemptions: 1 }))).toEqual({
      status: 422,
      detail: 'Maximum uses can’t be below 2, the number of uses so far.',
      fields: ['maxRedemptions'],
    })
    const lowered = (await change(promotion, { maxRedemptions: 2 })).json<PromotionRow>()
    expect(lowered).toMatchObject({ maxRedemptions: 2, redemptionCount: 2 })
    expect((await change(lowered, { maxRedemptions: null })).json()).toMatchObject({ maxRedemptions: null })
  })

  it('lets one of two editors win and refuses the other, of whom nothing is written', async () => {
    const promotion = await build()
    const both = await Promise.all(['Left', 'Right'].map((title) => change(promotion, { title })))
    expect(both.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = both.find((reply) => reply.statusCode === 409)
    expect(refused && refusalOf(refused).detail).toBe(
      'Someone has changed this promotion since you opened it. Reload it.',
    )
    expect(await audited(promotion.id)).toHaveLength(1)
  })

  it('notifies the company’s browsers, unless nothing changed', async () => {
    const topics: Topic[] = []
    const who = { actor: { type: 'system', name: 'test' } as const, origin: noOrigin }
    const ctx = {
      ...companyContext(server.deps, who, companyId),
      publishChange: async (_tx: Tx, topic: Topic) => void topics.push(topic),
    }
    const { id: promotionId } = await createPromotion(ctx, PromotionInput.parse({ title: 'A' }))
    await updatePromotion(ctx, { promotionId, version: 1, title: 'B' })
    await endPromotion(ctx, { promotionId })
    await switchPromotion(ctx, promotionId, false)
    expect(topics.splice(0)).toEqual(['promotions', 'promotions', 'promotions', 'promotions'])
    await switchPromotion(ctx, promotionId, false)
    await updatePromotion(ctx, { promotionId, version: 4, title: 'B' })
    expect(topics).toEqual([])
  })
})
