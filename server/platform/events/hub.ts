import { topics, type Topic } from '#contract/events.ts'
import type { Deps } from '../context.ts'
import { eventChannel, type Announcement } from './announce.ts'
import { keepListening } from './listener.ts'

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
  const listener = keepListening(db.url, {
    onMessage,
    onGap,
    onLost: (error) => log.warn({ err: error }, 'event listener lost its database connection'),
  })
  const stopHearing = shared.hear(eventChannel, { onMessage, onGap })
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      stopHearing()
      await listener.close()
    },
  }
}

function deliver(subscribers: Set<Subscriber>, payload: string | undefined): void {
  const announcement = parseAnnouncement(payload)
  if (!announcement) return
  for (const subscriber of subscribers) {
    const isMeant =
      announcement.companyId === null ? subscriber.isAdmin : subscriber.companyId === announcement.companyId
    if (isMeant) subscriber.onTopic(announcement.topic)
  }
}

/** Whoever may connect to the database may say anything on the channel; what we don't understand is not for us. */
function parseAnnouncement(payload = ''): Announcement | null {
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
