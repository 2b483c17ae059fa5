import pg from 'pg'
import { eventChannel } from './announce.ts'

type ListenerHandlers = {
  onMessage(payload: string | undefined): void
  /** The connection was lost and is back: anything may have been missed. */
  onGap(): void
  onLost(error: unknown): void
}

const reconnectAfterMs = 1_000
/** A connection that died without a word is noticed by a question that stays unanswered. */
const pingEveryMs = 10_000

/** Holds one connection that listens, and gets a new one whenever it breaks. */
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
