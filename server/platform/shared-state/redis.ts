import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../log.ts'
import { createOutageLog } from './outage-log.ts'
import type { createRedisClient, RedisClient } from './redis-client.ts'

export type Redis = {
  isReady(): boolean
  /** Fails at once while Redis is away, and when it does not answer in time. */
  ask<T>(work: (client: RedisClient) => Promise<T>): Promise<T>
  /** Hears what is published on a channel from now on, over every new connection too; ends with the call it answers. */
  hear(channel: string, subscriber: ChannelSubscriber): () => void
  close(): Promise<void>
}

export type ChannelSubscriber = {
  onMessage(text: string): void
  /** The connection was lost and is back: anything may have been missed. */
  onGap(): void
}

/** Redis answers in less than a millisecond. One that takes so long, whatever we are busy with, has died without a word. */
const responseTimeoutMs = 2_000
/** So that its death is noticed by who only listens. */
const pingEveryMs = 10_000

/** Holds a connection to Redis, or tries to: that Redis is away stops nobody from starting or going on. */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const createClient = await loadClient()
  const outage = createOutageLog(log, 'Redis')
  const subscriptions = new Set<Subscription>()

  const connect = () => {
    const fresh = createClient(url)
    fresh.on('error', (error: unknown) => fresh === client && outage.failed(error))
    fresh.on('ready', () => {
      outage.worked()
      for (const subscription of subscriptions) void subscription.listen(fresh)
    })
    // Told by the event; it keeps trying by itself.
    fresh.connect().catch(() => {})
    return fresh
  }

  let client = connect()
  await once(client, 'ready').catch(() => {})

  /** Ends what waits for an answer, with an error, and begins anew. */
  const reconnect = (unresponsive: RedisClient) => {
    if (unresponsive !== client) return
    client = connect()
    outage.failed(new Error('Redis does not answer'))
    if (unresponsive.isOpen) unresponsive.destroy()
  }

  const ask: Redis['ask'] = async (work) => {
    const usedClient = client
    const timeout = setTimeout(() => reconnect(usedClient), responseTimeoutMs)
    try {
      return await work(usedClient)
    } finally {
      clearTimeout(timeout)
    }
  }
  const pingTimer = setInterval(() => void ask((usedClient) => usedClient.ping()).catch(() => {}), pingEveryMs).unref()

  return {
    isReady: () => client.isReady,
    ask,
    hear(channel, subscriber) {
      const subscription = createSubscription(channel, subscriber)
      subscriptions.add(subscription)
      if (client.isReady) void subscription.listen(client)
      return () => {
        subscriptions.delete(subscription)
        subscription.stop()
      }
    },
    async close() {
      clearInterval(pingTimer)
      client.removeAllListeners().on('error', () => {})
      if (client.isOpen) client.destroy()
    },
  }
}

type Subscription = { listen(client: RedisClient): Promise<void>; stop(): void }

function createSubscription(channel: string, subscriber: ChannelSubscriber): Subscription {
  let hasListened = false
  let isStopped = false
  const onMessage = (text: string) => void (isStopped || subscriber.onMessage(text))
  return {
    async listen(client) {
      try {
        // A connection of before listens again by itself, and asked to twice by the same it tells once.
        await client.subscribe(channel, onMessage)
      } catch {
        return
      }
      if (hasListened && !isStopped) subscriber.onGap()
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
