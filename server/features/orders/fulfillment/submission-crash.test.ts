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
let fixture: ExactlyOnceFixture
beforeEach(async () => {
  test = await createTestDeps()
  fixture = await createExactlyOnceFixture(test.deps)
})
afterEach(async () => {
  await fixture.close()
  await test.close()
})

/** Runs the job in its own process that crashes at the given point. Returns how it ended. */
async function sendAndCrash(crashAt: string): Promise<unknown> {
  const { url } = fixture.amazon
  const environment = {
    ...testEnvironment(fixture.deps.config.DATABASE_URL),
    AMAZON_LWA_CLIENT_ID: emulatorApplication.id,
    AMAZON_LWA_CLIENT_SECRET: emulatorApplication.secret,
    AMAZON_APP_ID: emulatorApplication.appId,
    AMAZON_LWA_URL: url,
    AMAZON_SP_API_URL: url,
    AMAZON_SELLER_CENTRAL_URL: url,
    CRASH_AT: crashAt,
  }
  const args = [inject('program'), 'job', 'orders.send', JSON.stringify({ companyId: fixture.companyId })]
  const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

it.each([
  ['orders.send.marked', 0],
  ['orders.send.submitted', 1],
])(
  'a crash at %s leaves %d orders at Amazon, and one after the next process has gone on',
  async (point, left) => {
    const order = await fixture.sell()
    const { id: orderId, orderNumber } = order
    await fixture.runProcess(null, (ctx) => fulfillOrder(ctx, { orderId, insists: false }))
    expect(await sendAndCrash(point)).toBe('SIGKILL')
    expect(fixture.liveOf(orderNumber)).toHaveLength(left)
    expect(await readOrder(fixture, orderId)).toMatchObject({ status: 'placed', attempts: [{ status: 'pending' }] })
    fixture.wait(5 * 60)
    await fixture.runProcess(null, submitDueAttempts)
    expect(fixture.liveOf(orderNumber)).toHaveLength(1)
    expect(await readOrder(fixture, orderId)).toMatchObject({
      attempts: [{ externalFulfillmentId: sellerFulfillmentOrderId(order, 1) }],
    })
  },
  30_000,
)
