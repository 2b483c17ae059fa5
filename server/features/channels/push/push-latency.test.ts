import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableWorkers } from '#server/table-workers.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/context.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { createWorkerTrigger } from '#server/platform/jobs/table-workers.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'
import { startWorker } from '#server/worker.ts'

let deps: Deps
let site: FakeWebsite
let close: () => Promise<void>

/** A worker as in production, on the machine's own clock. */
beforeAll(async () => {
  site = await startFakeWebsite()
  const test = await createTestDeps({ clock: systemClock, ports: outgoingPorts() })
  const { db, log } = test.deps
  const queue = await openQueue(db.url, catalog, { isWorker: true, log })
  const workerTrigger = createWorkerTrigger({ db, queue, clock: systemClock, log, tableWorkers })
  deps = { ...test.deps, queue, workerTrigger }
  await startWorker(deps)
  close = async () => {
    await workerTrigger.close()
    await queue.close()
    await test.close()
    await site.close()
  }
})
afterAll(() => close())

it('a stock change reaches the channel within 5 seconds, and many changes are sent together', async () => {
  const { ctx, pushedItems } = await createChannelPushFixture(deps, site)
  const sell = (left: number) =>
    ctx.transaction(async (tx) => {
      await tx.update(stockLevels).set({ qtyAvailable: left })
      await ctx.publishChange(tx, 'inventory')
    })
  for (let left = 20; left > 0; left -= 1) await sell(left)
  const committed = Date.now()
  const { at } = await site.waitForMessages(1)
  expect(at.getTime() - committed).toBeLessThan(5_000)
  expect(pushedItems()).toMatchObject([[{ sellable: 1 }]])
})
