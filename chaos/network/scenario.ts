import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#server/testing/random.ts'
import { makeOrders, type SoldOrder, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { type Clients, createClients } from '../mixed-load/clients.ts'
import { atMost, type ScenarioOptions, type ScenarioResult, type Size } from '../scenario-result.ts'

const shops = 12

/** statement_timeout is a minute, so a silent connection is known to be dead only after that. */
const secondsToRecover: Record<Exclude<Mode, 'open'>, number> = { slow: 5, closed: 5, silent: 75 }

type Plan = { orders: number; faults: readonly { mode: Exclude<Mode, 'open'>; milliseconds: number }[] }

const faults: Plan['faults'] = [
  { mode: 'slow', milliseconds: 4_000 },
  { mode: 'closed', milliseconds: 3_000 },
  { mode: 'silent', milliseconds: 5_000 },
]

const plans: Record<Size, Plan> = {
  short: { orders: 60, faults: faults.slice(0, 2) },
  long: { orders: 900, faults: [...faults, ...faults, ...faults] },
}

/** The network to PostgreSQL is slow, refuses connections or drops all packets while shops sell and Amazon ships. */
export async function runNetwork({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  let proxy: Proxy | undefined
  const toReachableUrl = async (url: string) => {
    const { hostname, port } = new URL(url)
    proxy = await startProxy({ host: hostname, port: Number(port) })
    return Object.assign(new URL(url), { port: String(proxy.port) }).href
  }
  const system = await startSystem({ toReachableUrl, autoFulfills: true })
  try {
    const plan = plans[size]
    const random = randomFrom(seed)
    const orders = makeOrders(system, plan.orders, random)
    await stockUp(system, orders, random)
    const clients = createClients(system, random)
    const recoveryClaims = await injectFaults(system, { clients, orders, plan, random, proxy: proxy as Proxy })
    await waitUntilIdle(system)
    const { claims, wrong } = await checkOrders(system, clients)
    return { claims: [...claims, ...recoveryClaims], wrong }
  } finally {
    await system.close()
    await proxy?.close()
  }
}

type FaultRun = { clients: Clients; orders: readonly SoldOrder[]; plan: Plan; random: () => number; proxy: Proxy }

/** Claims how soon after each fault every web process has stored an order. */
async function injectFaults(system: TestSystem, { clients, orders, plan, random, proxy }: FaultRun) {
  const probes = makeOrders(system, plan.faults.length, random, 900_000)
  const share = Math.ceil(orders.length / plan.faults.length)
  const claims = []
  for (const [part, { mode, milliseconds }] of plan.faults.entries()) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    const injectFault = async () => {
      await sleep(random() * 200)
      proxy.set(mode)
      await sleep(milliseconds)
      proxy.set('open')
      const openAt = performance.now()
      await Promise.all(system.processes.urls.map((url) => clients.store(probes[part] as SoldOrder, url)))
      return (performance.now() - openAt) / 1000
    }
    const [seconds] = await Promise.all([injectFault(), ...Array.from({ length: shops }, send)])
    claims.push(atMost(`time until writes worked after a ${mode} network`, seconds, secondsToRecover[mode], ' s'))
  }
  return claims
}

/**
 * `silent`: connections stay open and nothing passes, as when a cable is pulled; neither side is ever notified.
 * `slow`: each chunk is delayed.
 */
type Mode = 'open' | 'slow' | 'silent' | 'closed'

const delayMs = 150

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** A TCP proxy whose network faults can be switched. */
async function startProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  /** Connections that were open when `silent` began: they stay dead, also when new ones pass again. */
  const lost = new WeakSet<Socket>()
  let mode: Mode = 'open'

  const join = (from: Socket, to: Socket) => {
    from.on('data', (chunk: Buffer) => {
      if (lost.has(from) || lost.has(to) || mode === 'silent') return
      if (mode === 'slow') setTimeout(() => to.writable && to.write(chunk), delayMs)
      else if (!to.write(chunk)) {
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
