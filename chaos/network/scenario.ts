import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#server/testing/random.ts'
import { makeOrders, type Sold, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { type Clients, openClients } from '../mixed-load/clients.ts'
import { atMost, type ScenarioOptions, type ScenarioResult, type Size } from '../scenario-result.ts'

const shops = 12

/** PostgreSQL ends a statement after a minute, so only then is a connection without an answer known to be dead. */
const secondsToRecover: Record<Exclude<Mode, 'open'>, number> = { slow: 5, closed: 5, silent: 75 }

type Plan = { orders: number; spells: readonly { mode: Exclude<Mode, 'open'>; milliseconds: number }[] }

const spells: Plan['spells'] = [
  { mode: 'slow', milliseconds: 4_000 },
  { mode: 'closed', milliseconds: 3_000 },
  { mode: 'silent', milliseconds: 5_000 },
]

const plans: Record<Size, Plan> = {
  short: { orders: 60, spells: spells.slice(0, 2) },
  long: { orders: 900, spells: [...spells, ...spells, ...spells] },
}

/** The way to PostgreSQL is slow, closed, or swallows everything without a word, while shops sell and Amazon ships. */
export async function runNetwork({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  let proxy: Proxy | undefined
  const reach = async (url: string) => {
    const { hostname, port } = new URL(url)
    proxy = await startProxy({ host: hostname, port: Number(port) })
    return Object.assign(new URL(url), { port: String(proxy.port) }).href
  }
  const world = await startSystem({ reach, autoFulfills: true })
  try {
    const plan = plans[size]
    const random = randomFrom(seed)
    const orders = makeOrders(world, plan.orders, random)
    await stockUp(world, orders, random)
    const clients = openClients(world, random)
    const took = await disturb(world, { clients, orders, plan, random, proxy: proxy as Proxy })
    await waitUntilIdle(world)
    const { claims, wrong } = await checkOrders(world, clients)
    return { claims: [...claims, ...took], wrong }
  } finally {
    await world.close()
    await proxy?.close()
  }
}

type Disturbed = { clients: Clients; orders: readonly Sold[]; plan: Plan; random: () => number; proxy: Proxy }

/** Tells of each spell how long it took after its end until each web process had stored an order. */
async function disturb(world: TestSystem, { clients, orders, plan, random, proxy }: Disturbed) {
  const probes = makeOrders(world, plan.spells.length, random, 900_000)
  const share = Math.ceil(orders.length / plan.spells.length)
  const claims = []
  for (const [part, { mode, milliseconds }] of plan.spells.entries()) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    const spoil = async () => {
      await sleep(random() * 200)
      proxy.set(mode)
      await sleep(milliseconds)
      proxy.set('open')
      const openAt = performance.now()
      await Promise.all(world.processes.urls.map((url) => clients.store(probes[part] as Sold, url)))
      return (performance.now() - openAt) / 1000
    }
    const [seconds] = await Promise.all([spoil(), ...Array.from({ length: shops }, send)])
    claims.push(atMost(`until writes worked after a way that was ${mode}`, seconds, secondsToRecover[mode], ' s'))
  }
  return claims
}

/**
 * `silent`: what stands stays open and nothing goes through, as when a cable is pulled; nobody is told, ever.
 * `slow`: each piece takes its time.
 */
type Mode = 'open' | 'slow' | 'silent' | 'closed'

const slowness = 150

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Stands between the product and something it needs, and spoils the connection as told. */
async function startProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  /** Those that stood when silence fell: for them it lasts, also when others get through again. */
  const lost = new WeakSet<Socket>()
  let mode: Mode = 'open'

  const join = (from: Socket, to: Socket) => {
    from.on('data', (piece: Buffer) => {
      if (lost.has(from) || lost.has(to) || mode === 'silent') return
      if (mode === 'slow') setTimeout(() => to.writable && to.write(piece), slowness)
      else if (!to.write(piece)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!lost.has(from)) to.destroy()
    })
    sockets.add(from)
  }

  const server = createServer((client) => {
    if (mode === 'closed') return void client.destroy()
    const upstream = connect(target)
    join(client, upstream)
    join(upstream, client)
    if (mode === 'silent') for (const one of [client, upstream]) lost.add(one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    set(next: Mode): void {
      if (next === 'silent') for (const one of sockets) lost.add(one)
      if (next === 'closed') for (const one of sockets) one.destroy()
      mode = next
    },
    async close(): Promise<void> {
      for (const one of sockets) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
