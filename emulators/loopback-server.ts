import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

export type RunningEmulator = {
  url: string
  /** Page that shows what was sent. */
  inboxUrl?: string
  stop(): Promise<void>
}

/** Listens on the first free port of the list, on 127.0.0.1 only. */
export async function listen(server: Server, ports: number[]): Promise<number> {
  for (const [index, port] of ports.entries()) {
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      if (index === ports.length - 1) throw error
    }
  }
  throw new Error('No port to listen on')
}

export async function close(server: HttpServer): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
