import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, it, vi, type TestContext } from 'vitest'
import { bundle } from '#local/build/bundle.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { createTestDeps, openSession, publicUrl, testEnvironment } from '#server/testing/app.ts'
import { buildCompany, buildSku, buildUser, setLevel } from '#server/testing/builders.ts'
import { testCatalog, readNotes } from '#server/testing/test-jobs.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import { apiCallOf, type Shop } from '#server/testing/shop-webhooks.ts'

const folder = mkdtempSync(join(tmpdir(), 'lockstep-worker-'))
const program = join(folder, 'worker-process.mjs')
beforeAll(() => bundle('server/testing/worker-process.ts', program))
afterAll(() => rmSync(folder, { recursive: true }))

type Worker = { child: ChildProcess; hasBegun(): boolean }

async function startWorker(databaseUrl: string, { onTestFinished }: TestContext): Promise<Worker> {
  const child = fork(program, {
    // Coverage and runner settings of the test process must not leak into real processes.
    env: { PATH: process.env['PATH'], ...testEnvironment(databaseUrl) },
    execArgv: [],
  })
  onTestFinished(() => end(child, 'SIGKILL'))
  const heard: unknown[] = []
  child.on('message', (message) => heard.push(message))
  await vi.waitUntil(() => heard.includes('ready'), { timeout: 20_000, interval: 50 })
  return { child, hasBegun: () => heard.includes('begun') }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

// Side by side, since both spend their time waiting; with a database each, so that neither does the other's job.
describe.concurrent('a worker killed in mid-job', () => {
  it.for(['SIGKILL', 'SIGSTOP'] as const)(
    'by %s leaves the job to another, which completes it once',
    { timeout: 90_000 },
    async (signal, context) => {
      const { expect, onTestFinished } = context
      const { deps, database, close } = await createTestDeps({ clock: systemClock })
      onTestFinished(close)
      const company = await buildCompany(deps.db)
      const queue = await openQueue(deps.db.url, testCatalog, { isWorker: false, log: deps.log })
      onTestFinished(() => queue.close())
      const workers = await Promise.all([startWorker(database.url, context), startWorker(database.url, context)])
      await deps.db.inCompany(company.id, (tx) =>
        queue.enqueue(tx, company.id, 'test.slow-note', { text: 'once', seconds: 2 }),
      )
      const taken = () => workers.find((worker) => worker.hasBegun())
      await vi.waitUntil(taken, { timeout: 10_000, interval: 20 })
      const victim = taken()?.child
      victim?.kill(signal)
      await vi.waitUntil(async () => (await readNotes(deps, company.id)).length > 0, { timeout: 50_000, interval: 250 })
      // One that was only frozen wakes up in the middle of its work and must not do it a second time.
      if (signal === 'SIGSTOP') victim?.kill('SIGCONT')
      await Promise.all(workers.map(({ child }) => end(child, 'SIGTERM')))
      expect(await readNotes(deps, company.id)).toEqual(['once'])
    },
  )
})

const orderCount = 24
const skuCodes = ['A', 'B', 'C', 'D']
/** One of each order, of SKUs in turn. */
const orderOf = (number: number) => ({
  externalOrderId: String(number),
  lines: [{ sku: skuCodes[number % skuCodes.length] ?? '', quantity: 1 + (number % 3), unitPrice: '5.00' }],
})

async function openShop(url: string, headers: Record<string, string>): Promise<Shop> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ name: 'Shop', type: 'website', platform: 'standard' }),
  })
  return { ...((await reply.json()) as Omit<Shop, 'platform'>), platform: 'standard' }
}

// What happens when processes are killed meanwhile is tested by chaos/mixed-load.
it(
  'two web processes lose and double nothing when the same is said to both at once: orders, counts, cancellations',
  { timeout: 90_000 },
  async ({ expect, onTestFinished }) => {
    const { deps, database, close } = await createTestDeps({ clock: systemClock })
    onTestFinished(close)
    const { id: companyId } = await buildCompany(deps.db)
    const skus = await Promise.all(skuCodes.map((sku) => buildSku(deps.db, companyId, { sku })))
    for (const sku of skus) await setLevel(deps.db, sku, { qtyAvailable: 1_000 })
    const { headers } = await openSession(deps, (await buildUser(deps.db, { role: 'ops', companyId })).id)
    const { urls, stop } = await startProcesses(testEnvironment(database.url), { web: 2, workers: 0 })
    onTestFinished(stop)

    const post = (url: string, body: string, more: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...more } })
    const say = async (path: string, body: object) => {
      const ofBrowser = { ...headers, origin: publicUrl }
      const replies = await Promise.all(urls.map((url) => post(`${url}${path}`, JSON.stringify(body), ofBrowser)))
      return replies.map(({ status }) => status).toSorted((a, b) => a - b)
    }
    const shop = await openShop(`${urls[0]}/api/channels`, headers)
    const order = async (number: number) => {
      const { path, headers: key, body } = apiCallOf(shop, orderOf(number))
      const replies = await Promise.all(urls.map((url) => post(`${url}${path}`, body, key)))
      const [one, other] = (await Promise.all(replies.map((reply) => reply.json()))) as { id?: string }[]
      expect(one?.id).toBe(other?.id)
      return one?.id ?? ''
    }
    const numbers = Array.from({ length: orderCount }, (_, number) => number)
    await Promise.all([
      ...numbers.map(async (number) => {
        const id = await order(number)
        if (number % 2 === 1) expect(await say(`/api/orders/${id}/cancel`, {})).toEqual([202, 409])
      }),
      ...skus.map(async ({ id }) => {
        const update = { updates: [{ id, quantity: 700 }] }
        expect(await say('/api/products/bulk-update', update)).toEqual([200, 200])
      }),
    ])

    const { rows } = await deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`
        select s.sku, l.qty_available::int as available, l.qty_held::int as held,
          (select sum(h.quantity)::int from stock_holds h where h.sku_id = s.id and h.ended_at is null) as open,
          (select count(*)::int from orders o join order_items i on i.order_id = o.id where i.sku_id = s.id) as orders,
          (select count(*)::int from audit_log a join order_items i on i.order_id::text = a.resource_id
            where i.sku_id = s.id and a.action = 'order.cancel') as cancellations
        from skus s join stock_levels l on l.sku_id = s.id order by s.sku`),
    )
    expect(rows).toEqual(
      skuCodes.map((sku, place) => {
        const sold = numbers.filter((number) => number % skuCodes.length === place)
        const kept = sold.filter((number) => number % 2 === 0)
        const held = kept.reduce((sum, number) => sum + (orderOf(number).lines[0]?.quantity ?? 0), 0)
        const cancellations = sold.length - kept.length
        return { sku, available: 700, held, open: held || null, orders: sold.length, cancellations }
      }),
    )
  },
)
