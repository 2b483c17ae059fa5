import { once } from 'node:events'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
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
      return port === 0 ? await listenOnUnused(server) : await listenOn(server, port)
    } catch (error) {
      if (index === ports.length - 1) throw error
    }
  }
  throw new Error('No port to listen on')
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Ports that the system chose for emulators of this process. */
const chosenPorts = new Set<number>()

/** A client in this process may still keep connections to a stopped emulator, so none gets the port of another. */
async function listenOnUnused(server: Server): Promise<number> {
  for (;;) {
    const port = await listenOn(server, 0)
    if (!chosenPorts.has(port)) {
      chosenPorts.add(port)
      return port
    }
    server.close()
    await once(server, 'close')
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

/** Longer than clients keep a connection: none may be closed in the moment in which its client uses it again. */
const keepAliveMilliseconds = 72_000

/** Answers requests that name this server in Host. A bug closes the connection and is logged. */
export function answerRequests(server: HttpServer, answer: Answer): void {
  server.keepAliveTimeout = keepAliveMilliseconds
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isOwnHost(request)) return void response.writeHead(403).end('This server is for this machine only.')
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
}

/**
 * DNS rebinding protection: a page of another site, whose name has come to mean 127.0.0.1, could read and write here like a page of
 * our own. Its requests still carry its name.
 */
function isOwnHost({ headers: { host = '' }, socket }: IncomingMessage): boolean {
  const named = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i.exec(host)
  return named !== null && Number(named[1] ?? 80) === socket.localPort
}

export async function close(server: HttpServer): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
