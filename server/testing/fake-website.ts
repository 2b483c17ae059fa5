import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type Received = { headers: Record<string, string>; body: string; at: Date }
export type WebhookMessage = { type: string; timestamp: string; data: Record<string, unknown> }

/** The website's reaction to a message: it answers, never answers, or closes the connection. */
type Behaviour = { status: number; headers?: Record<string, string> } | 'hang' | 'drop'

/** A website on this machine that receives our webhooks and can be made to fail. */
export async function startFakeWebsite() {
  const received: Received[] = []
  let behaviour: Behaviour = { status: 200 }
  let gate: Promise<void> | null = null
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(await readRequest(request))
    server.emit('heard')
    await gate
    if (behaviour === 'drop') request.socket.destroy()
    else if (behaviour !== 'hang') response.writeHead(behaviour.status, behaviour.headers).end('thank you')
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/lockstep`,
    received,
    behave: (next: Behaviour) => void (behaviour = next),
    /** Delays all answers until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = null
        resolve()
      }
    },
    /** Resolves once this many messages have arrived. */
    async waitForMessages(count: number): Promise<Received> {
      while (received.length < count) await once(server, 'heard')
      return received[count - 1] as Received
    },
    /** The messages, verified with the secret by the public `standardwebhooks` package, which throws for an invalid signature. */
    messages: (secret: string) =>
      received.map(({ body, headers }) => new Webhook(secret).verify(body, headers) as WebhookMessage),
    forget: () => void received.splice(0),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeWebsite = Awaited<ReturnType<typeof startFakeWebsite>>

async function readRequest(request: IncomingMessage): Promise<Received> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
  )
  return { headers, body: await text(request), at: new Date() }
}
