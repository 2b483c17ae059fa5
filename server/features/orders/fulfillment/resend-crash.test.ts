import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import { createCrashInjector, type Crash, type CrashInjector } from '#server/testing/exactly-once/crash-injection.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { cancelAndResend } from './request-cancellation.ts'
import { trackDueAttempts } from './track-fulfillments.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { submitDueAttempts } from './submit-attempts.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany
beforeAll(async () => {
  test = await createSubmissionFixture()
  fixture = await test.company()
})
afterAll(() => test.close())

/** Context of a process that may die at each transaction and call, and whose first answers may get lost. */
function mortalContext({ step }: CrashInjector, isLossy: boolean): CompanyContext {
  const { amazon } = test
  const answered = new Set<string>(isLossy ? [] : ['submit', 'cancel'])
  const losing = async <T>(call: 'submit' | 'cancel', answer: Promise<T>): Promise<T> => {
    const result = await answer
    if (answered.has(call)) return result
    answered.add(call)
    throw new Unavailable('Amazon did not answer', { mayHaveHappened: true })
  }
  const fulfillment: FulfillmentService = {
    preview: (...asked) => step('preview', () => amazon.preview(...asked)),
    submit: (...asked) => step('submit', () => losing('submit', amazon.submit(...asked))),
    read: (account, handle) => step('read', () => amazon.read(account, handle)),
    cancel: (...asked) => step('cancel', () => losing('cancel', amazon.cancel(...asked))),
    listChanged: (...asked) => step('listChanged', () => amazon.listChanged(...asked)),
  }
  const { job } = fixture
  return {
    ...job,
    ports: { ...job.ports, fulfillment },
    transaction: (work) => step('transaction', () => job.transaction(work)),
  }
}

async function sendTwice(ctx: CompanyContext, orderId: string): Promise<void> {
  await fulfillOrder(ctx, { orderId, insists: true })
  await submitDueAttempts(ctx)
  await cancelAndResend(ctx, { orderId })
  await submitDueAttempts(ctx)
  test.clock.advance(60)
  await trackDueAttempts(ctx)
  await submitDueAttempts(ctx)
}

/** Runs the sweep until nothing is under way. */
async function goOn(orderId: string): Promise<void> {
  for (let quarter = 0; quarter < 8; quarter += 1) {
    const last = (await fixture.attempts(orderId)).at(-1)
    if (last?.status === 'submitted' && !last.cancelRequestedAt) return
    test.clock.advance(15 * 60)
    await fixture.send()
    await fixture.follow()
  }
}

/** A process that dies sends, cancels and resends an order; others go on. Returns the orders left at Amazon. */
async function play(death: Crash | null, isLossy: boolean) {
  const { id, orderNumber } = await fixture.sell({ quantity: 1 })
  const live = () => test.amazon.live().filter(({ submission }) => submission?.orderNumber === orderNumber)
  const twice: string[] = []
  test.amazon.meanwhile = ({ call, externalId }) => {
    if (call === 'submit' && live().some((one) => one.externalId !== externalId)) twice.push(externalId ?? '')
  }
  const mortality = createCrashInjector(death)
  await sendTwice(mortalContext(mortality, isLossy), id).catch(() => {})
  await goOn(id)
  const ours = (await fixture.attempts(id))
    .filter(({ status }) => isLive(status))
    .map((one) => one.externalFulfillmentId)
  // The following runs go on without it.
  await fixture.job.transaction((tx) => tx.update(fulfillments).set({ nextCheckAt: null }))
  return { awaits: mortality.awaits, ours, theirs: live().map(({ externalId }) => externalId), twice }
}

/** Starts after the first submission; earlier crashes are in `exactly-once.test.ts`. */
const [firstDeath, lastDeath] = [11, 39]

it('the run has no more awaits than the crashes below cover', async () => {
  const { awaits, ours, theirs } = await play(null, false)
  expect(awaits[firstDeath - 2]).toBe('submit')
  expect(awaits).toHaveLength(lastDeath)
  expect(theirs).toEqual(ours)
})

const deaths = Array.from({ length: lastDeath - firstDeath + 1 }, (_, index) => firstDeath + index)

it.each(deaths)('one order is live at Amazon when the process dies after await %i', async (at) => {
  const { ours, theirs, twice } = await play({ at, hasActed: true }, at % 3 === 0)
  expect(theirs).toEqual(ours)
  expect(theirs).toHaveLength(1)
  expect(twice).toEqual([])
})
