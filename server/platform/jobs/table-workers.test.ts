import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { createWorkerTrigger, type TableWorkerName, type TableWorkers, type WorkerTrigger } from './table-workers.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

const due = new Set<TableWorkerName>()
const isDue = (worker: TableWorkerName) => async () => due.has(worker)
const tableWorkers: TableWorkers = {
  'orders.take-in': isDue('orders.take-in'),
  'orders.fetch': isDue('orders.fetch'),
  'orders.clear-short-orders': isDue('orders.clear-short-orders'),
  'orders.auto-fulfill': isDue('orders.auto-fulfill'),
  'orders.send': isDue('orders.send'),
  'orders.follow': isDue('orders.follow'),
  'orders.watch': isDue('orders.watch'),
  'orders.assume-delivered': isDue('orders.assume-delivered'),
  'orders.run-batches': isDue('orders.run-batches'),
  'channels.push-offers': () => Promise.reject(new Error('no connection')),
  'channels.send-messages': isDue('channels.send-messages'),
  'notifications.send': isDue('notifications.send'),
  'notifications.gather-alerts': isDue('notifications.gather-alerts'),
}

let test: Awaited<ReturnType<typeof createTestDeps>>
let trigger: WorkerTrigger
let companyId: string

beforeAll(async () => {
  test = await createTestDeps()
  trigger = createWorkerTrigger({ ...test.deps, tableWorkers, patience: 20 })
})
beforeEach(async () => {
  companyId = (await buildCompany(test.deps.db)).id
  due.clear()
})
afterAll(async () => {
  await trigger.close()
  await test.close()
})

const worker = 'orders.take-in'
const queued = async () => {
  const { rows } = await queryJobs<{ job: string }>(
    test.deps.db,
    `select data ->> 'job' as job from pgboss.job where group_id = $1 order by created_on`,
    [companyId],
  )
  return rows.map(({ job }) => job)
}
const setJob = (change: string) =>
  queryJobs(test.deps.db, `update pgboss.job set ${change} where group_id = $1`, [companyId])

it('a trigger adds one job for due rows, and none without due rows', async () => {
  expect(await trigger.triggerNow(companyId, worker)).toBe(false)
  due.add(worker)
  expect(await trigger.triggerNow(companyId, worker)).toBe(true)
  expect(await trigger.triggerNow(companyId, worker)).toBe(false)
  expect(await queued()).toEqual([worker])
})

it('a trigger adds a job beside a running one and beside one that is due much later, but not beside a queued one', async () => {
  due.add(worker)
  await trigger.triggerNow(companyId, worker)
  await setJob(`state = 'retry', start_after = now() + interval '30 seconds'`)
  expect(await trigger.triggerNow(companyId, worker)).toBe(false)
  await setJob(`state = 'retry', start_after = now() + interval '10 minutes'`)
  expect(await trigger.triggerNow(companyId, worker)).toBe(true)
  await setJob(`state = 'active'`)
  expect(await trigger.triggerNow(companyId, worker)).toBe(true)
})

const singleWorkers = ['orders.send', 'orders.follow', 'orders.auto-fulfill', 'orders.run-batches'] as const

it.each(singleWorkers)(
  'a trigger adds no job beside a running %s, of which a company has one at a time',
  async (singleWorker) => {
    due.add(singleWorker)
    expect(await trigger.triggerNow(companyId, singleWorker)).toBe(true)
    await setJob(`state = 'active'`)
    expect(await trigger.triggerNow(companyId, singleWorker)).toBe(false)
    await setJob(`state = 'completed'`)
    expect(await trigger.triggerNow(companyId, singleWorker)).toBe(true)
  },
)

it.each(['orders.send', 'orders.follow'] as const)('%s does not use the lane of order intake', (paced) => {
  const { jobs } = test.deps.queue
  expect(jobs[paced].lane).not.toBe(jobs['orders.take-in'].lane)
})

it('a running single worker is checked again, because it may end without seeing the newest row', async () => {
  due.add('orders.send')
  await trigger.triggerNow(companyId, 'orders.send')
  await setJob(`state = 'active'`)
  trigger.trigger(companyId, 'orders.send')
  await setJob(`state = 'completed'`)
  await vi.waitUntil(async () => (await queued()).length > 1)
  expect(await queued()).toEqual(['orders.send', 'orders.send'])
})

it('many triggers become one, and a failing one is survived', async () => {
  due.add(worker)
  const warn = vi.spyOn(test.deps.log, 'warn')
  for (let times = 0; times < 3; times += 1) trigger.trigger(companyId, worker)
  trigger.trigger(companyId, 'channels.push-offers')
  await vi.waitUntil(async () => (await queued()).length > 0 && warn.mock.calls.length > 0)
  expect(await queued()).toEqual([worker])
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('no connection'), companyId, drain: 'channels.push-offers' },
    'could not trigger a table worker; the job channels.wake-waiting will',
  )
})
