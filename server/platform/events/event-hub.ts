import pg from 'pg'
import { type Topic, topics } from '#contract/events.ts'
import type { Deps } from '../context.ts'
import { type ChangeNotice, eventChannel } from '../shared-state/publish-change.ts'

export type Subscriber = {
  companyId: string | null
  isProviderStaff: boolean
  onTopic(topic: Topic): void
  /** A connection was lost and is back: changes may have been missed meanwhile. */
  onGap(): void
}

export type EventHub = {
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}

/**
 * Receives the changes that any process commits and forwards them to this process's browsers. It always listens to both PostgreSQL
 * (LISTEN) and Redis, if there is one, because a process that cannot reach Redis publishes through PostgreSQL.
 */
export function createEventHub({ db, log, shared }: Pick<Deps, 'db' | 'log' | 'shared'>): EventHub {
  const subscribers = new Set<Subscriber>()
  const onMessage = (payload: string | undefined) => deliver(subscribers, payload)
  const onGap = () => subscribers.forEach((subscriber) => subscriber.onGap())
  const listener = openListener(db.url, {
    onMessage,
    onGap,
    onLost: (error) => log.warn({ err: error }, 'event listener lost its database connection'),
  })
  const unsubscribe = shared.subscribe(eventChannel, { onMessage, onGap })
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      unsubscribe()
      await listener.close()
    },
  }
}

function deliver(subscribers: Set<Subscriber>, payload: string | undefined): void {
  const notice = parseChangeNotice(payload)
  if (!notice) return
  for (const subscriber of subscribers) {
    const isMeant = notice.companyId === null ? subscriber.isProviderStaff : subscriber.companyId === notice.companyId
    if (isMeant) subscriber.onTopic(notice.topic)
  }
}

/** Any database client may NOTIFY on the channel, so malformed payloads are ignored. */
function parseChangeNotice(payload = ''): ChangeNotice | null {
  const parsed = parseJson(payload)
  if (!parsed || typeof parsed !== 'object' || !('topic' in parsed) || !('companyId' in parsed)) return null
  const topic = topics.find((known) => known === parsed.topic)
  const { companyId } = parsed
  return topic && (companyId === null || typeof companyId === 'string') ? { topic, companyId } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type ListenerHandlers = {
  onMessage(payload: string | undefined): void
  /** The connection was lost and is back: notifications may have been missed. */
  onGap(): void
  onLost(error: unknown): void
}

const reconnectAfterMs = 1_000

/** A ping without an answer reveals a dead connection. */
const pingEveryMs = 10_000

/** Keeps one LISTEN connection and opens a new one whenever it breaks. */
export function openListener(databaseUrl: string, handlers: ListenerHandlers): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasListened = false

  const handleLoss = (broken: pg.Client, error: unknown) => {
    if (client !== broken || isClosed) return
    client = undefined
    clearTimeout(timer)
    void disconnect(broken)
    handlers.onLost(error)
    timer = setTimeout(() => void connect(), reconnectAfterMs)
  }

  const connect = async () => {
    const fresh = openClient(databaseUrl)
    client = fresh
    fresh.on('error', (error) => handleLoss(fresh, error))
    fresh.on('end', () => handleLoss(fresh, new Error('The connection ended')))
    fresh.on('notification', (message) => handlers.onMessage(message.payload))
    try {
      await fresh.connect()
      await fresh.query(`listen ${eventChannel}`)
      if (hasListened) handlers.onGap()
      hasListened = true
      ping(fresh)
    } catch (error) {
      handleLoss(fresh, error)
    }
  }

  const ping = (current: pg.Client) => {
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => current === client && ping(current),
        (error: unknown) => handleLoss(current, error),
      )
    }, pingEveryMs)
  }

  void connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (client) await disconnect(client)
    },
  }
}

const openClient = (connectionString: string) =>
  new pg.Client({
    connectionString,
    application_name: 'lockstep events',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
  })

async function disconnect(client: pg.Client): Promise<void> {
  client.removeAllListeners()
  client.on('error', () => {})
  await client.end().catch(() => {})
}
