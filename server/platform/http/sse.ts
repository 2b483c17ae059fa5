import type { Writable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import { eventsPath, type Topic, topics } from '#contract/events.ts'
import { say } from '#contract/i18n.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { App } from './app.ts'
import { authorize } from './authorize.ts'
import { getSignedInOrThrow } from './endpoints.ts'
import { HttpError } from './errors.ts'

const openStreams = new Gauge({ name: 'lockstep_event_streams', help: 'Browsers that listen for changes' })

const pingEveryMs = 15_000

/** A burst of changes is sent as one message per topic. */
const batchMs = 100

/** More tabs than anybody keeps open; each stream costs a session query per ping. */
const maxStreamsPerSession = 50

/** Server-sent events for signed-in browsers: names of changed topics only, so that no data can leak through the stream. */
export function serveEvents(app: App, hub: EventHub): void {
  const streams = new Map<EventStream, string>()
  app.http.get(
    eventsPath,
    {
      // A reply to HEAD would never end.
      exposeHeadRoute: false,
      onRequest: authorize(app, { access: 'readonly', method: 'GET', scope: 'none' }),
      schema: { summary: 'What changes, as server-sent events', tags: ['events'] },
    },
    async (request, reply) => {
      const { sessionId } = getSignedInOrThrow(request)
      if ([...streams.values()].filter((owner) => owner === sessionId).length >= maxStreamsPerSession) {
        throw new HttpError(429, say('This session has too many open windows. Close some of them.'))
      }
      const stream = openStream(reply)
      streams.set(stream, sessionId)
      openStreams.inc()
      const stopForwarding = forwardTopics(app, hub, request, stream)
      reply.raw.on('close', () => {
        stopForwarding()
        streams.delete(stream)
        openStreams.dec()
      })
    },
  )
  app.http.addHook('preClose', async () => {
    for (const stream of streams.keys()) stream.end()
  })
}

function openStream(reply: FastifyReply): EventStream {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const stream = eventStream(reply.raw)
  stream.send('retry: 2000\n\n: open\n\n')
  return stream
}

/** Forwards topics until the browser disconnects or its session ends. */
function forwardTopics(app: App, hub: EventHub, request: FastifyRequest, stream: EventStream): () => void {
  const { company, user, sessionId } = getSignedInOrThrow(request)
  const pendingTopics = new Set<Topic>()
  let flushing: NodeJS.Timeout | undefined
  const flush = () => {
    flushing = undefined
    for (const topic of pendingTopics) stream.send(`data: ${JSON.stringify({ topic })}\n\n`)
    pendingTopics.clear()
  }
  const collect = (topic: Topic) => {
    pendingTopics.add(topic)
    flushing ??= setTimeout(flush, batchMs)
  }
  const unsubscribe = hub.subscribe({
    companyId: company?.id ?? null,
    isProviderStaff: user.isProviderStaff,
    onTopic: collect,
    onGap: () => topics.forEach(collect),
  })
  const ping = setInterval(() => {
    const checkSession = async () => {
      // An open window does not count as use: an idle session ends although a browser listens.
      const now = await app.authenticate(request, { isUse: false })
      const isSame = now?.sessionId === sessionId && now.company?.id === company?.id && now.user.role === user.role
      if (isSame) stream.send(': ping\n\n')
      else stream.end()
    }
    // A database that is unavailable for a moment ends no stream.
    checkSession().catch(() => stream.send(': ping\n\n'))
  }, pingEveryMs)
  return () => {
    clearInterval(ping)
    clearTimeout(flushing)
    unsubscribe()
  }
}

type EventStream = { send(text: string): void; end(): void }

/**
 * The stream to one browser. A browser that does not read is disconnected instead of buffered for: it reconnects by itself and
 * refetches. After the end writes are ignored, because they would raise an uncaught error.
 */
export function eventStream(raw: Writable): EventStream {
  return {
    send(text) {
      if (raw.writableEnded || raw.destroyed) return
      if (!raw.write(text)) raw.destroy()
    },
    end: () => void raw.end(),
  }
}
