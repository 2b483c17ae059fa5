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
import { queryJobs } from '#server/testing/test-jobs.ts'

const stock = { 'TEE-L': 100_000, MUG: 100_000 }

export type OutageSystem = Awaited<ReturnType<typeof startOutageSystem>>

/** The product's worker on the emulator's clock, which is advanced minute by minute as soon as no job is due. */
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
  const workerTrigger = createWorkerTrigger({ db, queue, clock, log, tableWorkers })
  const deps: Deps = { ...opened, clock, workerTrigger, ports: { ...opened.ports, fulfillment } }
  await runJobs(deps, queue, handlers)
  const shop = await createIntakeFixture(deps, {
    stock,
    channel: { config: { autoFulfill: true, autoFulfillDelayMinutes: 0 } },
  })
  const { companyId } = shop
  await connectEmulatorAccount(deps, companyId, amazon)
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  const items = Object.entries(stock).map(([sku, fulfillable]) => ({ sku, title: sku, fulfillable }))
  putItems(amazon.state, seller, unitedStates, items, clock.now())
  await db.inCompany(companyId, (tx) => tx.execute(`update skus set stock_holder = 'amazon'`))

  let adjustedAt = clock.now().getTime()
  return {
    amazon,
    deps,
    companyId,
    /** Also advances while calls wait for the rate limiter. */
    minute: () => clock.now().getTime() / 60_000,
    countAtAmazon: () => Object.keys(seller.fulfillment.orders).length,
    /** Delivers an order by webhook. */
    sell: (externalOrderId: string) =>
      shop.deliver(
        JSON.stringify({ type: 'order.created', timestamp: clock.now().toISOString(), data: anOrder(externalOrderId) }),
      ),
    /** Advances the clock by a minute and runs the schedule. pg-boss uses the database's clock, so its due times are moved instead. */
    async passMinute(): Promise<void> {
      amazon.clock.advance(60_000)
      await queryJobs(
        db,
        `update pgboss.job set start_after = start_after - make_interval(secs => $1)
        where group_id = $2 and state in ('created', 'retry')`,
        [(clock.now().getTime() - adjustedAt) / 1000, companyId],
      )
      adjustedAt = clock.now().getTime()
      await workerTrigger.triggerDue(companyId)
      for (const { id } of queue.boss.getWipData()) queue.boss.notifyWorker(id)
      await untilIdle(deps, companyId)
    },
    async close(): Promise<void> {
      await workerTrigger.close()
      await opened.close()
      await postgres.close()
      await amazon.stop()
    },
  }
}

/** Waits until no job is active or due. */
async function untilIdle({ db }: Deps, companyId: string): Promise<void> {
  for (;;) {
    const { rows } = await queryJobs<{ busy: boolean }>(
      db,
      `select exists (select from pgboss.job where group_id = $1 and state in ('created', 'retry', 'active')
        and start_after <= now()) as busy`,
      [companyId],
    )
    if (!rows[0]?.busy) return
    await sleep(10)
  }
}
