import type { FastifyReply, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import { eventsPath, topics, type Topic } from '#contract/events.ts'
import type { EventHub } from '../events/hub.ts'
import type { App } from './app.ts'
import { guard } from './guard.ts'
import { signedInOf } from './register.ts'

const openStreams = new Gauge({ name: 'lockstep_event_streams', help: 'Browsers that listen for changes' })

const pingEveryMs = 15_000
/** A burst of changes reaches the browser as one message per topic. */
const gatherMs = 100

/** The stream of what changed, to a signed-in browser: topics only, so nothing can leak through it. */
export function serveEvents(app: App, hub: EventHub): void {
  const streams = new Set<FastifyReply>()
  app.http.get(
    eventsPath,
    {
      onRequest: guard(app, { access: 'readonly', method: 'GET', scope: 'none' }),
      schema: { summary: 'What changes, as server-sent events', tags: ['events'] },
    },
    async (request, reply) => {
      open(reply)
      streams.add(reply)
      openStreams.inc()
      const leave = follow(app, hub, request, reply)
      reply.raw.on('close', () => {
        leave()
        streams.delete(reply)
        openStreams.dec()
      })
    },
  )
  app.http.addHook('preClose', async () => {
    for (const reply of streams) reply.raw.end()
  })
}

function open(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  reply.raw.write('retry: 2000\n\n: open\n\n')
}

/** Passes topics on until the browser leaves or its session ends. */
function follow(app: App, hub: EventHub, request: FastifyRequest, reply: FastifyReply): () => void {
  const { company, user, sessionId } = signedInOf(request)
  const gathered = new Set<Topic>()
  let flushing: NodeJS.Timeout | undefined
  const flush = () => {
    flushing = undefined
    for (const topic of gathered) reply.raw.write(`data: ${JSON.stringify({ topic })}\n\n`)
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
      const now = await app.authenticate(request)
      const isSame = now?.sessionId === sessionId && now.company?.id === company?.id && now.user.role === user.role
      if (isSame) reply.raw.write(': ping\n\n')
      else reply.raw.end()
    }
    // A database that is away for a moment ends no stream.
    stillOpen().catch(() => reply.raw.write(': ping\n\n'))
  }, pingEveryMs)
  return () => {
    clearInterval(ping)
    clearTimeout(flushing)
    unsubscribe()
  }
}
