import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { randomFrom } from '#server/testing/random.ts'
import { makeOrders, type Sold, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { type Clients, openClients } from '../mixed-load/clients.ts'
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
      claims: [{ what: 'a disk to fill (takes Linux and root)', found: 'none, so not played', holds: true }],
      wrong: [],
    }
  const world = await startSystem({ settings, folder: join(disk.folder, 'postgres'), autoFulfills: true })
  try {
    const plan = plans[size]
    const random = randomFrom(seed)
    const orders = makeOrders(world, plan.orders, random)
    await stockUp(world, orders, random)
    const clients = openClients(world, random)
    const backAfter = await disturb(world, { clients, orders, plan, random, disk })
    await waitUntilIdle(world)
    const { claims, wrong } = await checkOrders(world, clients)
    return {
      claims: [
        ...claims,
        atLeast('shops told to come back later', clients.answers.get(503) ?? 0, 1),
        exactly('shops told of a fault of ours', clients.answers.get(500) ?? 0, 0),
        atMost('longest until writes worked after there was room', Math.max(...backAfter), secondsToRecover, ' s'),
      ],
      wrong,
    }
  } finally {
    await world.close()
    disk.remove()
  }
}

type Disturbed = { clients: Clients; orders: readonly Sold[]; plan: Plan; random: () => number; disk: SmallDisk }

async function disturb(world: TestSystem, { clients, orders, plan, random, disk }: Disturbed): Promise<number[]> {
  const probes = makeOrders(world, plan.times, random, 900_000)
  const share = Math.ceil(orders.length / plan.times)
  const backAfter: number[] = []
  for (let part = 0; part < plan.times; part += 1) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    const spoil = async () => {
      disk.fill()
      await sleep(3_000 + random() * 2_000)
      disk.makeRoom()
      const begun = performance.now()
      await ensureRunning(world)
      await Promise.all(world.processes.urls.map((url) => clients.store(probes[part] as Sold, url)))
      backAfter.push((performance.now() - begun) / 1000)
    }
    await Promise.all([spoil(), ...Array.from({ length: shops }, send)])
  }
  return backAfter
}

/** PostgreSQL goes down by itself where it can't even write what it has promised; then somebody starts it. */
async function ensureRunning({ postgres }: TestSystem): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (await answers(postgres.url)) return
    await sleep(300)
  }
  await postgres.startAgain()
}

async function answers(connectionString: string): Promise<boolean> {
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

const megabyte = Buffer.alloc(1024 ** 2)

type SmallDisk = { folder: string; fill(): void; makeRoom(): void; remove(): void }

/** A disk of its own that is soon full; null where nobody lets us have one, which takes Linux and root. */
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
      for (let room = megabyte; room.length > 0;) {
        try {
          writeSync(file, room)
        } catch {
          room = room.subarray(0, Math.floor(room.length / 2))
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', [folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
