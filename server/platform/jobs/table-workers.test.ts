import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { createWorkerTrigger, type TableWorkerName, type TableWorkers, type WorkerTrigger } from './table-workers.ts'

const due = new Set<TableWorkerName>()
const isDue = (drain: TableWorkerName) => async () => due.has(drain)
const drains: TableWorkers = {
  'orders.take-in': isDue('orders.take-in'),
  'orders.fetch': isDue('orders.fetch'),
  'orders.clear-short-orders': isDue('orders.clear-short-orders'),
  'orders.auto-fulfill': isDue('orders.auto-fulfill'),
  'orders.send': isDue('orders.send'),
  'orders.follow': isDue('orders.follow'),
  'orders.watch': isDue('orders.watch'),
  'orders.run-batches': isDue('orders.run-batches'),
  'channels.push-offers': () => Promise.reject(new Error('no connection')),
  'channels.send-messages': isDue('channels.send-messages'),
  'notifications.send': isDue('notifications.send'),
  'notifications.gather-alerts': isDue('notifications.gather-alerts'),
}

let test: Awaited<ReturnType<typeof createTestDeps>>
let waker: WorkerTrigger
let companyId: string

beforeAll(async () => {
  test = await createTestDeps()
  waker = createWorkerTrigger({ ...test.deps, tableWorkers: drains, patience: 20 })
})
beforeEach(async () => {
  companyId = (await buildCompany(test.deps.db)).id
  due.clear()
})
afterAll(async () => {
  await waker.close()
  await test.close()
})

const drain = 'orders.take-in'
const queued = async () => {
  const { rows } = await test.deps.db.pool.query<{ job: string }>(
    `select data ->> 'job' as job from pgboss.job where group_id = $1 order by created_on`,
    [companyId],
  )
  return rows.map(({ job }) => job)
}
const setJob = (change: string) =>
  test.deps.db.pool.query(`update pgboss.job set ${change} where group_id = $1`, [companyId])

it('adds a job for what is due, once, and none for what is not', async () => {
  expect(await waker.triggerNow(companyId, drain)).toBe(false)
  due.add(drain)
  expect(await waker.triggerNow(companyId, drain)).toBe(true)
  expect(await waker.triggerNow(companyId, drain)).toBe(false)
  expect(await queued()).toEqual([drain])
})

it('adds another beside one that has begun, and beside one that is long in coming, but not beside one that is not', async () => {
  due.add(drain)
  await waker.triggerNow(companyId, drain)
  await setJob(`state = 'retry', start_after = now() + interval '30 seconds'`)
  expect(await waker.triggerNow(companyId, drain)).toBe(false)
  await setJob(`state = 'retry', start_after = now() + interval '10 minutes'`)
  expect(await waker.triggerNow(companyId, drain)).toBe(true)
  await setJob(`state = 'active'`)
  expect(await waker.triggerNow(companyId, drain)).toBe(true)
})

const loners = ['orders.send', 'orders.follow', 'orders.auto-fulfill', 'orders.run-batches'] as const

it.each(loners)('adds none beside %s that has begun, since that one works alone', async (loner) => {
  due.add(loner)
  expect(await waker.triggerNow(companyId, loner)).toBe(true)
  await setJob(`state = 'active'`)
  expect(await waker.triggerNow(companyId, loner)).toBe(false)
  await setJob(`state = 'completed'`)
  expect(await waker.triggerNow(companyId, loner)).toBe(true)
})

it.each(['orders.send', 'orders.follow'] as const)('keeps %s out of the lane that orders come in by', (paced) => {
  const { jobs } = test.deps.queue
  expect(jobs[paced].lane).not.toBe(jobs['orders.take-in'].lane)
})

it('looks again at one that works alone, which may have ended without seeing the newest row', async () => {
  due.add('orders.send')
  await waker.triggerNow(companyId, 'orders.send')
  await setJob(`state = 'active'`)
  waker.trigger(companyId, 'orders.send')
  await setJob(`state = 'completed'`)
  await vi.waitUntil(async () => (await queued()).length > 1)
  expect(await queued()).toEqual(['orders.send', 'orders.send'])
})

it('makes one wake-up of many, and survives one that fails', async () => {
  due.add(drain)
  const warn = vi.spyOn(test.deps.log, 'warn')
  for (let times = 0; times < 3; times += 1) waker.trigger(companyId, drain)
  waker.trigger(companyId, 'channels.push-offers')
  await vi.waitUntil(async () => (await queued()).length > 0 && warn.mock.calls.length > 0)
  expect(await queued()).toEqual([drain])
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('no connection'), companyId, drain: 'channels.push-offers' },
    'could not wake a drain; channels.wake-waiting will',
  )
})
