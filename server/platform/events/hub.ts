import { topics, type Topic } from '#contract/events.ts'
import type { Deps } from '../context.ts'
import { eventChannel, type ChangeNotice } from './announce.ts'
import { openListener } from './listener.ts'

export type Subscriber = {
  companyId: string | null
  isAdmin: boolean
  onTopic(topic: Topic): void
  /** A connection that news come by was lost and is back: anything may have changed meanwhile. */
  onGap(): void
}

export type EventHub = {
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}

/**
 * Hears what every process commits and passes it to this process's browsers: by a LISTEN connection and, if there is
 * one, by Redis. By both always, since whoever can't reach Redis at the moment tells by PostgreSQL.
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
    const isMeant = notice.companyId === null ? subscriber.isAdmin : subscriber.companyId === notice.companyId
    if (isMeant) subscriber.onTopic(notice.topic)
  }
}

/** Whoever may connect to the database may say anything on the channel; what we don't understand is not for us. */
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
