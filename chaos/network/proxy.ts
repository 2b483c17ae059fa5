import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * `silent`: what stands stays open and nothing goes through, as when a cable is pulled; nobody is told, ever.
 * `slow`: each piece takes its time.
 */
export type Mode = 'open' | 'slow' | 'silent' | 'closed'

const slowness = 150

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Stands between the product and something it needs, and spoils the connection as told. */
export async function startProxy(target: { host: string; port: number }) {
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
