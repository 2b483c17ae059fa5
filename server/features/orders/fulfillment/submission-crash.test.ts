import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createTestDeps, testEnvironment } from '#server/testing/app.ts'
import { readOrder } from '#server/testing/exactly-once/scenario.ts'
import { createExactlyOnceFixture, type ExactlyOnceFixture } from '#server/testing/exactly-once/fixture.ts'
import { emulatorApplication } from '#server/testing/emulator-account.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { submitDueAttempts } from './submit-attempts.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let world: ExactlyOnceFixture
beforeEach(async () => {
  test = await createTestDeps()
  world = await createExactlyOnceFixture(test.deps)
})
afterEach(async () => {
  await world.close()
  await test.close()
})

/** A process of its own that does the job and is told to end in the middle of it. Answers how it ended. */
async function sendAndCrash(crashAt: string): Promise<unknown> {
  const { url } = world.amazon
  const environment = {
    ...testEnvironment(world.deps.config.DATABASE_URL),
    AMAZON_LWA_CLIENT_ID: emulatorApplication.id,
    AMAZON_LWA_CLIENT_SECRET: emulatorApplication.secret,
    AMAZON_APP_ID: emulatorApplication.appId,
    AMAZON_LWA_URL: url,
    AMAZON_SP_API_URL: url,
    AMAZON_SELLER_CENTRAL_URL: url,
    CRASH_AT: crashAt,
  }
  const words = [inject('program'), 'job', 'orders.send', JSON.stringify({ companyId: world.companyId })]
  const child = spawn(process.execPath, words, { env: environment, stdio: 'ignore' })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

it.each([
  ['orders.send.marked', 0],
  ['orders.send.submitted', 1],
])(
  'a crash at %s leaves %d orders at Amazon, and one after the next process has gone on',
  async (point, left) => {
    const order = await world.sell()
    const { id: orderId, orderNumber } = order
    await world.runProcess(null, (ctx) => fulfillOrder(ctx, { orderId, insists: false }))
    expect(await sendAndCrash(point)).toBe('SIGKILL')
    expect(world.liveOf(orderNumber)).toHaveLength(left)
    expect(await readOrder(world, orderId)).toMatchObject({ status: 'placed', attempts: [{ status: 'pending' }] })
    world.wait(5 * 60)
    await world.runProcess(null, submitDueAttempts)
    expect(world.liveOf(orderNumber)).toHaveLength(1)
    expect(await readOrder(world, orderId)).toMatchObject({
      attempts: [{ externalFulfillmentId: sellerFulfillmentOrderId(order, 1) }],
    })
  },
  30_000,
)
