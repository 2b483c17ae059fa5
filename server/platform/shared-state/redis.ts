import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../log.ts'
import { createOutageLog } from './outage-log.ts'
import type { createRedisClient, RedisClient } from './redis-client.ts'

export type Redis = {
  isReady(): boolean
  /** Fails at once while Redis is unreachable, and after 2 seconds without an answer. */
  run<T>(work: (client: RedisClient) => Promise<T>): Promise<T>
  /** Receives messages of a channel from now on, also over later connections; returns the function that unsubscribes. */
  subscribe(channel: string, subscriber: ChannelSubscriber): () => void
  close(): Promise<void>
}

export type ChannelSubscriber = {
  onMessage(text: string): void
  /** The connection was lost and is back: messages may have been missed. */
  onGap(): void
}

/** Redis answers in less than a millisecond; without an answer for this long the connection is dead. */
const responseTimeoutMs = 2_000
/** Detects a dead connection of a process that only listens. */
const pingEveryMs = 10_000

/** Keeps a connection to Redis and reconnects. An unreachable Redis stops no process from starting or working. */
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
    // The error event reports the failure, and the client retries by itself.
    fresh.connect().catch(() => {})
    return fresh
  }

  let client = connect()
  await once(client, 'ready').catch(() => {})

  /** Fails all pending commands and opens a new connection. */
  const reconnect = (unresponsive: RedisClient) => {
    if (unresponsive !== client) return
    client = connect()
    outage.failed(new Error('Redis does not answer'))
    if (unresponsive.isOpen) unresponsive.destroy()
  }

  const run: Redis['run'] = async (work) => {
    const usedClient = client
    const timeout = setTimeout(() => reconnect(usedClient), responseTimeoutMs)
    try {
      return await work(usedClient)
    } finally {
      clearTimeout(timeout)
    }
  }
  const pingTimer = setInterval(() => void run((usedClient) => usedClient.ping()).catch(() => {}), pingEveryMs).unref()

  return {
    isReady: () => client.isReady,
    run,
    subscribe(channel, subscriber) {
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
        // After a reconnect the client subscribes again by itself; subscribing the same listener twice has no effect.
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

/** In production the client is a file of its own beside the bundle, so that a process without Redis does not load it. */
async function loadClient(): Promise<typeof createRedisClient> {
  const beside = join(import.meta.dirname, 'redis-client.mjs')
  const file = existsSync(beside) ? beside : join(import.meta.dirname, 'redis-client.ts')
  const loaded = (await import(pathToFileURL(file).href)) as { createRedisClient: typeof createRedisClient }
  return loaded.createRedisClient
}
