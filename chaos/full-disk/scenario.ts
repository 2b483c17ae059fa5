import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { randomFrom } from '#server/testing/random.ts'
import { makeOrders, type SoldOrder, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { type Clients, createClients } from '../mixed-load/clients.ts'
import { atLeast, atMost, exactly, type ScenarioOptions, type ScenarioResult, type Size } from '../scenario-result.ts'

const shops = 12

const megabytes = 400

const secondsToRecover = 15

const settings = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '32MB' }

type Plan = { orders: number; times: number }

const plans: Record<Size, Plan> = {
  short: { orders: 200, times: 1 },
  long: { orders: 1_500, times: 5 },
}

/** The disk under PostgreSQL is full for some seconds, several times, while shops sell and Amazon ships. */
export async function runFullDisk({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const disk = mountSmallDisk(megabytes)
  if (!disk)
    return {
      claims: [{ what: 'a disk to fill (takes Linux and root)', found: 'none, so not run', holds: true }],
      wrong: [],
    }
  const system = await startSystem({ settings, folder: join(disk.folder, 'postgres'), autoFulfills: true })
  try {
    const plan = plans[size]
    const random = randomFrom(seed)
    const orders = makeOrders(system, plan.orders, random)
    await stockUp(system, orders, random)
    const clients = createClients(system, random)
    const recoverySeconds = await injectFaults(system, { clients, orders, plan, random, disk })
    await waitUntilIdle(system)
    const { claims, wrong } = await checkOrders(system, clients)
    return {
      claims: [
        ...claims,
        atLeast('responses 503 to shops', clients.answers.get(503) ?? 0, 1),
        exactly('responses 500 to shops', clients.answers.get(500) ?? 0, 0),
        atMost(
          'longest time until writes worked after there was room',
          Math.max(...recoverySeconds),
          secondsToRecover,
          ' s',
        ),
      ],
      wrong,
    }
  } finally {
    await system.close()
    disk.remove()
  }
}

type FaultRun = { clients: Clients; orders: readonly SoldOrder[]; plan: Plan; random: () => number; disk: SmallDisk }

async function injectFaults(system: TestSystem, { clients, orders, plan, random, disk }: FaultRun): Promise<number[]> {
  const probes = makeOrders(system, plan.times, random, 900_000)
  const share = Math.ceil(orders.length / plan.times)
  const recoverySeconds: number[] = []
  for (let part = 0; part < plan.times; part += 1) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    const injectFault = async () => {
      disk.fill()
      await sleep(3_000 + random() * 2_000)
      disk.free()
      const startedAt = performance.now()
      await ensureRunning(system)
      await Promise.all(system.processes.urls.map((url) => clients.store(probes[part] as SoldOrder, url)))
      recoverySeconds.push((performance.now() - startedAt) / 1000)
    }
    await Promise.all([injectFault(), ...Array.from({ length: shops }, send)])
  }
  return recoverySeconds
}

/** PostgreSQL shuts down when it cannot write its log; then it has to be started again. */
async function ensureRunning({ postgres }: TestSystem): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (await acceptsConnections(postgres.url)) return
    await sleep(300)
  }
  await postgres.startAgain()
}

async function acceptsConnections(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const oneMegabyte = Buffer.alloc(1024 ** 2)

type SmallDisk = { folder: string; fill(): void; free(): void; remove(): void }

/** A small tmpfs; null if it cannot be mounted (that takes Linux and root). */
function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-disk-'))
  const options = `size=${megabytes}m,mode=0711`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  if (status !== 0) {
    rmdirSync(folder)
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (let chunk = oneMegabyte; chunk.length > 0;) {
        try {
          writeSync(file, chunk)
        } catch {
          chunk = chunk.subarray(0, Math.floor(chunk.length / 2))
        }
      }
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', [folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
