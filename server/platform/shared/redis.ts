import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../log.ts'
import { createOutage } from './outage.ts'
import type { createRedisClient, RedisClient } from './redis-client.ts'

export type Redis = {
  isReady(): boolean
  /** Fails at once while Redis is away, and when it does not answer in time. */
  ask<T>(work: (client: RedisClient) => Promise<T>): Promise<T>
  /** Hears what is published on a channel from now on, over every new connection too; ends with the call it answers. */
  hear(channel: string, ears: Ears): () => void
  close(): Promise<void>
}

export type Ears = {
  onMessage(text: string): void
  /** The connection was lost and is back: anything may have been missed. */
  onGap(): void
}

/** Redis answers in less than a millisecond. One that takes so long, whatever we are busy with, has died without a word. */
const answersWithinMs = 2_000
/** So that its death is noticed by who only listens. */
const pingEveryMs = 10_000

/** Holds a connection to Redis, or tries to: that Redis is away stops nobody from starting or going on. */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const createClient = await loadClient()
  const outage = createOutage(log, 'Redis')
  const hearers = new Set<Hearer>()

  const connect = () => {
    const fresh = createClient(url)
    fresh.on('error', (error: unknown) => fresh === client && outage.failed(error))
    fresh.on('ready', () => {
      outage.worked()
      for (const hearer of hearers) void hearer.listen(fresh)
    })
    // Told by the event; it keeps trying by itself.
    fresh.connect().catch(() => {})
    return fresh
  }

  let client = connect()
  await once(client, 'ready').catch(() => {})

  /** Ends what waits for an answer, with an error, and begins anew. */
  const giveUp = (silent: RedisClient) => {
    if (silent !== client) return
    client = connect()
    outage.failed(new Error('Redis does not answer'))
    if (silent.isOpen) silent.destroy()
  }

  const ask: Redis['ask'] = async (work) => {
    const asked = client
    const patience = setTimeout(() => giveUp(asked), answersWithinMs)
    try {
      return await work(asked)
    } finally {
      clearTimeout(patience)
    }
  }
  const pinging = setInterval(() => void ask((asked) => asked.ping()).catch(() => {}), pingEveryMs).unref()

  return {
    isReady: () => client.isReady,
    ask,
    hear(channel, ears) {
      const hearer = createHearer(channel, ears)
      hearers.add(hearer)
      if (client.isReady) void hearer.listen(client)
      return () => {
        hearers.delete(hearer)
        hearer.stop()
      }
    },
    async close() {
      clearInterval(pinging)
      client.removeAllListeners().on('error', () => {})
      if (client.isOpen) client.destroy()
    },
  }
}

type Hearer = { listen(client: RedisClient): Promise<void>; stop(): void }

function createHearer(channel: string, ears: Ears): Hearer {
  let hasListened = false
  let isStopped = false
  const onMessage = (text: string) => void (isStopped || ears.onMessage(text))
  return {
    async listen(client) {
      try {
        // A connection of before listens again by itself, and asked to twice by the same it tells once.
        await client.subscribe(channel, onMessage)
      } catch {
        return
      }
      if (hasListened && !isStopped) ears.onGap()
      hasListened = true
    },
    stop: () => void (isStopped = true),
  }
}

/** In production it stands in a file beside the program, so that a process without Redis does not hold its text. */
async function loadClient(): Promise<typeof createRedisClient> {
  const beside = join(import.meta.dirname, 'redis-client.mjs')
  const file = existsSync(beside) ? beside : join(import.meta.dirname, 'redis-client.ts')
  const loaded = (await import(pathToFileURL(file).href)) as { createRedisClient: typeof createRedisClient }
  return loaded.createRedisClient
}
