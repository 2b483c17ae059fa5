import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { promotionState } from '#contract/promotion-state.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { promotionRedemptions, promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { lockCandidates } from './rule-queries.ts'

const clock = manualClock()
const now = clock.now()
const [past, future] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-03T00:00:00Z')]

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

type Given = Parameters<typeof buildPromotion>[2]
const build = (given: Given = {}) => buildPromotion(server.deps.db, companyId, given)
const step = (action: string, { id }: { id: string }) => ops.post(`/api/promotions/${id}/${action}`)
const actionsOn = async ({ id }: { id: string }) => {
  const found = await server.deps.db.inCompany(companyId, (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.resourceId, id)).orderBy(auditLog.id),
  )
  return found.map(({ action, changes }) => [action, changes])
}

describe('switching a promotion', () => {
  it('deactivates and activates it, each once', async () => {
    const promotion = await build()
    for (const [action, isActive, version] of [
      ['deactivate', false, 2],
      ['deactivate', false, 2],
      ['activate', true, 3],
      ['activate', true, 3],
    ] as const) {
      expect((await step(action, promotion)).json()).toMatchObject({ isActive, version })
    }
    expect(await actionsOn(promotion)).toEqual([
      ['promotion.deactivate', { before: { isActive: true }, after: { isActive: false } }],
      ['promotion.activate', { before: { isActive: false }, after: { isActive: true } }],
    ])
  })

  it('has its own audit action when it is done in the form', async () => {
    const promotion = await build()
    await ops.patch(`/api/promotions/${promotion.id}`, { version: 1, isActive: false, title: 'Over' })
    expect(await actionsOn(promotion)).toMatchObject([['promotion.deactivate', { after: { title: 'Over' } }]])
  })
})

describe('ending a promotion', () => {
  it.each<[string, Given]>([
    ['runs without an end', {}],
    ['would end later', { startsAt: past, endsAt: future }],
    ['is used up', { maxRedemptions: 1, redemptionCount: 1 }],
  ])('closes its window when it %s', async (_, given) => {
    const promotion = await build(given)
    const ended = (await step('end', promotion)).json<PromotionRow>()
    expect(ended).toMatchObject({ endsAt: now.toISOString(), isActive: true, version: 2 })
    expect(promotionState(ended, now)).toBe('expired')
    expect(await actionsOn(promotion)).toMatchObject([['promotion.end', { after: { endsAt: now.toISOString() } }]])
  })

  it('leaves a promotion that starts at this moment one millisecond', async () => {
    const ended = (await step('end', await build({ startsAt: now }))).json<PromotionRow>()
    expect(ended.endsAt).toBe('2026-03-02T10:00:00.001Z')
  })

  it.each<[Given, string]>([
    [{ isActive: false }, 'This promotion is inactive. Edit it to set an end date.'],
    [{ startsAt: future }, 'This promotion hasn’t started yet. Deactivate it or edit its dates.'],
    [{ endsAt: now }, 'This promotion has already ended. Edit its end date to run it again.'],
  ])('is refused for %j, with what to do instead', async (given, detail) => {
    const promotion = await build(given)
    const reply = await step('end', promotion)
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([409, detail])
    expect(await actionsOn(promotion)).toEqual([])
  })
})

describe('while an order uses a promotion', () => {
  /** Locks the promotion as intake does, makes `edit` wait for it, and raises its uses to `count`. */
  async function useDuring(promotionId: string, count: number, edit: () => ReturnType<Browser['patch']>) {
    const { id: orderId } = await buildOrder(server.deps, companyId)
    const use = { companyId, id: newId(), promotionId, orderId, discountAmount: '1.00', redeemedAt: now }
    const { reply } = await server.deps.db.inCompany(companyId, async (tx: Tx) => {
      await lockCandidates(tx, companyId, { codes: ['RACE'], automatic: null })
      const waiting = edit()
      await expect.poll(() => countLockWaits(server.deps.db), { interval: 5, timeout: 10_000 }).toBe(1)
      await tx.insert(promotionRedemptions).values(use)
      await tx.update(promotions).set({ redemptionCount: count }).where(eq(promotions.id, promotionId))
      return { reply: waiting }
    })
    return reply
  }

  it.each([
    ['limit', { maxRedemptions: 2 }, 422],
    ['code', { code: 'OTHER' }, 409],
    ['type', { type: 'flat' }, 409],
  ])('a change of its %s waits and is checked against the new uses', async (_, changes, status) => {
    const { id } = await build({ code: 'RACE', maxRedemptions: 5, redemptionCount: 2 })
    const reply = await useDuring(id, 3, () => ops.patch(`/api/promotions/${id}`, { version: 1, ...changes }))
    expect(reply.statusCode).toBe(status)
  })

  it('a compatible change is written, and the use is kept', async () => {
    const { id } = await build({ code: 'RACE', maxRedemptions: 5 })
    const reply = await useDuring(id, 1, () => ops.patch(`/api/promotions/${id}`, { version: 1, maxRedemptions: 1 }))
    expect(reply.json()).toMatchObject({ maxRedemptions: 1, redemptionCount: 1, isRedeemed: true })
  })
})
