import { setTimeout as sleep } from 'node:timers/promises'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import { openDeps } from '#server/deps.ts'
import { tableWorkers } from '#server/table-workers.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/context.ts'
import { createWorkerTrigger } from '#server/platform/jobs/table-workers.ts'
import { runJobs } from '#server/platform/worker/run-jobs.ts'
import { testEnvironment } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture } from '#server/testing/intake-fixture.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { connectEmulatorAccount, emulatorApplication } from '#server/testing/emulator-account.ts'
import { handlers } from '#server/worker.ts'

const stock = { 'TEE-L': 100_000, MUG: 100_000 }

export type OutageSystem = Awaited<ReturnType<typeof startOutageSystem>>

/** The product's own worker on the stand-in's clock, which goes as fast as there is nothing left to do. */
export async function startOutageSystem() {
  const amazon = await startAmazon({ client: emulatorApplication, limits: 'amazon', speed: 0 })
  const clock = { now: () => amazon.clock.now() }
  const { settings } = testSettings(amazon, {
    mayHang: true,
    clientId: emulatorApplication.id,
    clientSecret: emulatorApplication.secret,
    chance: Math.random,
  })
  const fulfillment = createAmazonFulfillment(settings, createAmazonClient(settings))
  const postgres = await openOwnPostgres()
  const opened = await openDeps(readConfig(testEnvironment(postgres.url)), 'worker')
  const { db, log, queue } = opened
  const waker = createWorkerTrigger({ db, queue, clock, log, tableWorkers })
  const deps: Deps = { ...opened, clock, workerTrigger: waker, ports: { ...opened.ports, fulfillment } }
  await runJobs(deps, queue, handlers)
  const shop = await createIntakeFixture(deps, {
    stock,
    channel: { config: { autoFulfill: true, autoFulfillDelayMinutes: 0 } },
  })
  const { companyId } = shop
  await connectEmulatorAccount(deps, companyId, amazon)
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  const items = Object.entries(stock).map(([sku, fulfillable]) => ({ sku, title: sku, fulfillable }))
  putItems(amazon.state, seller, unitedStates, items, clock.now())
  await db.inCompany(companyId, (tx) => tx.execute(`update skus set stock_holder = 'amazon'`))

  let nearedAt = clock.now().getTime()
  return {
    amazon,
    deps,
    companyId,
    /** It goes on while calls wait for their turn, too. */
    minute: () => clock.now().getTime() / 60_000,
    countAtAmazon: () => Object.keys(seller.fulfillment.orders).length,
    /** An order comes in. */
    sell: (externalOrderId: string) =>
      shop.deliver(
        JSON.stringify({ type: 'order.created', timestamp: clock.now().toISOString(), data: anOrder(externalOrderId) }),
      ),
    /** A minute goes by, and with it the look after what waits. The queue has the database's clock, so its times come nearer. */
    async passMinute(): Promise<void> {
      amazon.clock.advance(60_000)
      await db.pool.query(
        `update pgboss.job set start_after = start_after - make_interval(secs => $1)
        where group_id = $2 and state in ('created', 'retry')`,
        [(clock.now().getTime() - nearedAt) / 1000, companyId],
      )
      nearedAt = clock.now().getTime()
      await waker.triggerDue(companyId)
      for (const { id } of queue.boss.getWipData()) queue.boss.notifyWorker(id)
      await untilIdle(deps, companyId)
    },
    async close(): Promise<void> {
      await waker.close()
      await opened.close()
      await postgres.close()
      await amazon.stop()
    },
  }
}

/** Until no job is at work or due. */
async function untilIdle({ db }: Deps, companyId: string): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ busy: boolean }>(
      `select exists (select from pgboss.job where group_id = $1 and state in ('created', 'retry', 'active')
        and start_after <= now()) as busy`,
      [companyId],
    )
    if (!rows[0]?.busy) return
    await sleep(10)
  }
}
