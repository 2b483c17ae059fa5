import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableWorkers } from '#server/table-workers.ts'
import { companyContext, noOrigin, platformContext, type Deps } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { createWorkerTrigger } from '#server/platform/jobs/table-workers.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createNotificationFixture } from '#server/testing/notification-fixture.ts'
import { storeDelivery } from './inbox/store-delivery.ts'
import { triggerWaitingWork } from './jobs.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

const system = { actor: { type: 'system', name: 'Test' }, origin: noOrigin } as const

/** Dependencies of a process that dies before it triggers a worker, and of the one that recovers its work. */
let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps

beforeAll(async () => {
  test = await createTestDeps()
  deps = { ...test.deps, workerTrigger: createWorkerTrigger({ ...test.deps, tableWorkers }) }
})
afterAll(async () => {
  await deps.workerTrigger.close()
  await test.close()
})

/** A company with a delivery whose process died after storing it. */
async function untriggeredDelivery(isActive = true) {
  const { id: companyId } = await buildCompany(test.deps.db)
  const { id: channelId } = await buildChannel(test.deps, companyId, { isActive })
  const ctx = companyContext(test.deps, system, companyId)
  const content = { headers: {}, body: Buffer.from('{}') }
  const delivery = { channelId, deliveryId: 'a', source: 'webhook', signature: null, content } as const
  await ctx.transaction((tx) => storeDelivery(tx, ctx, delivery))
  return companyId
}

const jobsOf = async (companyId: string) => {
  const { rows } = await queryJobs<{ job: string }>(
    deps.db,
    `select data ->> 'job' as job from pgboss.job where group_id = $1`,
    [companyId],
  )
  return rows.map(({ job }) => job)
}

it('triggers waiting work once, and nothing for companies without any or inactive ones', async () => {
  const untriggered = await untriggeredDelivery()
  const { id: idle } = await buildCompany(deps.db)
  await buildChannel(test.deps, idle)
  const inactive = await untriggeredDelivery(false)
  const deactivated = await untriggeredDelivery()
  await deps.db.onPlatform((tx) => tx.update(companies).set({ isActive: false }).where(eq(companies.id, deactivated)))
  const triggerWork = () => triggerWaitingWork(platformContext(deps, system))
  expect(await triggerWork()).toEqual({ companies: 3, woken: 1 })
  expect(await triggerWork()).toEqual({ companies: 3, woken: 0 })
  expect(await jobsOf(untriggered)).toEqual(['orders.take-in'])
  for (const companyId of [idle, inactive, deactivated]) expect(await jobsOf(companyId)).toEqual([])
})

it('continues with other companies when one fails', async () => {
  const [broken, fine] = [await untriggeredDelivery(), await untriggeredDelivery()]
  const workerTrigger = {
    ...deps.workerTrigger,
    triggerDue: async (companyId: string) => {
      if (companyId === broken) throw new Error('no connection')
      return deps.workerTrigger.triggerDue(companyId)
    },
  }
  await triggerWaitingWork(platformContext({ ...deps, workerTrigger }, system))
  expect([await jobsOf(broken), await jobsOf(fine)]).toEqual([[], ['orders.take-in']])
})

it('triggers messages of a company that has no channel', async () => {
  const fixture = await createNotificationFixture(test.deps)
  await fixture.notifyOrder()
  await triggerWaitingWork(platformContext(deps, system))
  expect(await jobsOf(fixture.companyId)).toEqual(['notifications.send'])
})
