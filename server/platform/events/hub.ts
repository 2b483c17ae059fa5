import { topics, type Topic } from '#contract/events.ts'
import type { Log } from '../log.ts'
import type { Announcement } from './announce.ts'
import { keepListening } from './listener.ts'

export type Subscriber = {
  companyId: string | null
  isAdmin: boolean
  onTopic(topic: Topic): void
  /** The connection to the database was lost and is back: anything may have changed meanwhile. */
  onGap(): void
}

export type EventHub = {
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}

/** One LISTEN connection per process hears what every process commits and passes it to this process's browsers. */
export function createEventHub(databaseUrl: string, log: Log): EventHub {
  const subscribers = new Set<Subscriber>()
  const listener = keepListening(databaseUrl, {
    onMessage: (payload) => deliver(subscribers, payload),
    onGap: () => subscribers.forEach((subscriber) => subscriber.onGap()),
    onLost: (error) => log.warn({ err: error }, 'event listener lost its database connection'),
  })
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    close: () => listener.close(),
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
