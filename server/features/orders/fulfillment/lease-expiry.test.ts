import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { submitDueAttempts } from './submit-attempts.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  fixture = await test.company()
})

const attemptOf = async (orderId: string) => (await fixture.attempts(orderId)).at(-1)
const calls = () => test.amazon.asked.filter(({ account }) => account.id === fixture.accountId)
const live = () => test.amazon.live().filter(({ accountId }) => accountId === fixture.accountId)

it('a run that ends by its time limit leaves no claimed attempt behind', async () => {
  await countStock(test.deps.db, fixture.companyId, fixture.skuId, { available: 20 })
  for (let count = 0; count < 13; count += 1) await fixture.ask(1)
  test.amazon.meanwhile = () => {
    if (calls().length === 16) test.clock.advance(119)
    if (calls().length === 17) test.clock.advance(2)
  }
  expect(await fixture.send()).toMatchObject({ accepted: 13 })
  expect(live()).toHaveLength(13)
})

it('an attempt is left to the process that claimed it meanwhile', async () => {
  const { id } = await fixture.ask()
  test.amazon.meanwhile = async ({ call }) => {
    if (call !== 'preview') return
    const later = sql`next_check_at + interval '2 minutes'`
    await fixture.ctx.transaction((tx) =>
      tx.update(fulfillments).set({ nextCheckAt: later }).where(eq(fulfillments.orderId, id)),
    )
  }
  expect(await fixture.send()).toMatchObject({ left: 1 })
  expect(live()).toEqual([])
})

it('a process that was suspended past its lease submits nothing', async () => {
  const { id } = await fixture.ask()
  let hasSlept = false
  const sleepy = {
    ...fixture.job,
    transaction: async <T>(work: Parameters<typeof fixture.job.transaction<T>>[0]) => {
      const result = await fixture.job.transaction(work)
      if (hasSlept || !(await attemptOf(id))?.submittedAt) return result
      hasSlept = true
      test.clock.advance(601)
      return result
    },
  }
  expect(await submitDueAttempts(sleepy)).toMatchObject({ left: 1 })
  expect(live()).toEqual([])
  expect(await fixture.send()).toMatchObject({ accepted: 1 })
  expect(live()).toHaveLength(1)
})
