import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/context.ts'
import { createEventHub } from '#server/platform/events/hub.ts'
import { openVault } from '#server/platform/vault-keys.ts'
import { testEnvironment } from '../app.ts'
import { anAddress } from '../deliveries.ts'

/** What an operator sets in the environment of a process. */
export type Keys = { ENCRYPTION_KEY: string; ENCRYPTION_KEYS_OTHER?: string }

type Server = { send(request: InjectOptions): Promise<LightMyRequestResponse>; drain(): Promise<void> }

/** Servers on one database among which requests are dealt out, and which are exchanged one by one while they come. */
export async function openFleet(deps: Deps, databaseUrl: string, size: number, keys: Keys) {
  const start = (with_: Keys) => startServer(deps, databaseUrl, with_)
  const servers = await Promise.all(Array.from({ length: size }, () => start(keys)))
  let turn = 0
  return {
    send(request: InjectOptions): Promise<LightMyRequestResponse> {
      turn += 1
      const server = servers[turn % servers.length]
      if (!server) throw new Error('there is no server')
      return server.send({ remoteAddress: anAddress(), ...request })
    },
    /** As a rolling restart does: the new one takes over, the old one ends what it has begun. */
    async restart(next: Keys): Promise<void> {
      for (const [place, old] of servers.entries()) {
        servers[place] = await start(next)
        await old.drain()
      }
    },
    close: async () => void (await Promise.all(servers.map((server) => server.drain()))),
  }
}

async function startServer(shared: Deps, databaseUrl: string, keys: Keys): Promise<Server> {
  const config = readConfig({ ...testEnvironment(databaseUrl), ...keys })
  const deps = { ...shared, config, vault: await openVault(shared.db, config) }
  const hub = createEventHub(deps)
  const { http } = await buildApp(deps, hub)
  await http.ready()
  const running = new Set<Promise<unknown>>()
  return {
    async send(request) {
      const reply = http.inject(request)
      running.add(reply)
      return reply.finally(() => running.delete(reply))
    },
    async drain() {
      await Promise.allSettled(running)
      await http.close()
      await hub.close()
    },
  }
}
