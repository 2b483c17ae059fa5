import type { FastifyReply, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import { eventsPath, topics, type Topic } from '#contract/events.ts'
import type { EventHub } from '../events/hub.ts'
import type { App } from './app.ts'
import { eventStream, type EventStream } from './event-stream.ts'
import { guard } from './guard.ts'
import { HttpRefusal } from './refusal.ts'
import { signedInOf } from './register.ts'

const openStreams = new Gauge({ name: 'lockstep_event_streams', help: 'Browsers that listen for changes' })

const pingEveryMs = 15_000
/** A burst of changes reaches the browser as one message per topic. */
const gatherMs = 100
/** More tabs than anybody keeps open; each stream costs a look at its session with every ping. */
const maximumPerSession = 50

/** The stream of what changed, to a signed-in browser: topics only, so nothing can leak through it. */
export function serveEvents(app: App, hub: EventHub): void {
  const streams = new Map<EventStream, string>()
  app.http.get(
    eventsPath,
    {
      // An answer to HEAD would never end.
      exposeHeadRoute: false,
      onRequest: guard(app, { access: 'readonly', method: 'GET', scope: 'none' }),
      schema: { summary: 'What changes, as server-sent events', tags: ['events'] },
    },
    async (request, reply) => {
      const { sessionId } = signedInOf(request)
      if ([...streams.values()].filter((owner) => owner === sessionId).length >= maximumPerSession) {
        throw new HttpRefusal(429, 'This session listens for changes too often. Close some of its windows.')
      }
      const stream = open(reply)
      streams.set(stream, sessionId)
      openStreams.inc()
      const leave = follow(app, hub, request, stream)
      reply.raw.on('close', () => {
        leave()
        streams.delete(stream)
        openStreams.dec()
      })
    },
  )
  app.http.addHook('preClose', async () => {
    for (const stream of streams.keys()) stream.end()
  })
}

function open(reply: FastifyReply): EventStream {
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

/** Passes topics on until the browser leaves or its session ends. */
function follow(app: App, hub: EventHub, request: FastifyRequest, stream: EventStream): () => void {
  const { company, user, sessionId } = signedInOf(request)
  const gathered = new Set<Topic>()
  let flushing: NodeJS.Timeout | undefined
  const flush = () => {
    flushing = undefined
    for (const topic of gathered) stream.send(`data: ${JSON.stringify({ topic })}\n\n`)
    gathered.clear()
  }
  const gather = (topic: Topic) => {
    gathered.add(topic)
    flushing ??= setTimeout(flush, gatherMs)
  }
  const unsubscribe = hub.subscribe({
    companyId: company?.id ?? null,
    isAdmin: user.role === 'admin',
    onTopic: gather,
    onGap: () => topics.forEach(gather),
  })
  const ping = setInterval(() => {
    const stillOpen = async () => {
      // An open window is no use: a session left alone ends although a browser listens.
      const now = await app.authenticate(request, { isUse: false })
      const isSame = now?.sessionId === sessionId && now.company?.id === company?.id && now.user.role === user.role
      if (isSame) stream.send(': ping\n\n')
      else stream.end()
    }
    // A database that is away for a moment ends no stream.
    stillOpen().catch(() => stream.send(': ping\n\n'))
  }, pingEveryMs)
  return () => {
    clearInterval(ping)
    clearTimeout(flushing)
    unsubscribe()
  }
}
