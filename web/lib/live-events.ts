import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { eventsPath, type Topic } from '#contract/events.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Topics that invalidate the query, if it depends on more than the one that its key begins with. */
    queryMeta: { topics?: readonly Topic[] }
  }
}

/** Milliseconds until a refused stream is opened again. */
const reopenDelay = 3000

/** Minimum milliseconds between two refetches of one key, because a refetch cancels one that is still running. */
const refetchInterval = 1000

type LiveEventsOptions = {
  queryClient: QueryClient
  /** Called with the topic of each event. */
  onTopic?: (topic: Topic) => void
  /** Called when the server refuses the stream: the session may have ended. */
  onRefused: () => void
  /** Called when the stream is lost, and when it is back. */
  onConnection?: (isConnected: boolean) => void
}

/**
 * Subscribes to the server-sent events of the company. Each event names a topic; queries whose key begins with it, or
 * whose `meta.topics` contain it, are invalidated. After a reconnection everything is, because events may have been
 * missed. What could not be loaded is tried again when the browser is back online. Returns the unsubscribe function.
 */
export function subscribeToLiveEvents({
  queryClient,
  onTopic,
  onRefused,
  onConnection,
}: LiveEventsOptions): () => void {
  let source: EventSource
  let reopening: ReturnType<typeof setTimeout> | undefined
  let mayHaveMissedEvents = false
  const refetch = createThrottledRefetch(queryClient)

  const open = () => {
    source = new EventSource(eventsPath)
    source.addEventListener('open', () => {
      if (mayHaveMissedEvents) void queryClient.invalidateQueries()
      mayHaveMissedEvents = false
      onConnection?.(true)
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: Topic }
      for (const key of keysOf(queryClient, topic)) refetch.of(key)
      onTopic?.(topic)
    })
    source.addEventListener('error', () => {
      mayHaveMissedEvents = true
      onConnection?.(false)
      // EventSource reconnects after a lost connection, but closes for good after any status other than 200.
      if (source.readyState !== EventSource.CLOSED) return
      onRefused()
      reopening = setTimeout(open, reopenDelay)
    })
  }

  // The stream may survive a short outage in which calls failed.
  const stopFollowing = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
  open()
  return () => {
    stopFollowing()
    clearTimeout(reopening)
    refetch.stop()
    source.close()
  }
}

/** First key elements to invalidate: the topic itself, and those of queries that list it in `meta.topics`. */
function keysOf(queryClient: QueryClient, topic: Topic): Set<unknown> {
  const dependents = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.topics?.includes(topic) ?? false })
  return new Set([topic, ...dependents.map(({ queryKey }) => queryKey[0])])
}

/**
 * Leading and trailing throttle per key: the first event refetches at once, further ones within the interval are
 * combined into one refetch at its end.
 */
function createThrottledRefetch(queryClient: QueryClient) {
  const throttled = new Map<unknown, { isDue: boolean; timer: ReturnType<typeof setTimeout> }>()

  const of = (key: unknown) => {
    const pending = throttled.get(key)
    if (pending) {
      pending.isDue = true
      return
    }
    void queryClient.invalidateQueries({ queryKey: [key] })
    const timer = setTimeout(() => {
      const isDue = throttled.get(key)?.isDue
      throttled.delete(key)
      if (isDue) of(key)
    }, refetchInterval)
    throttled.set(key, { isDue: isFirstLoad(key), timer })
  }

  /** The query client does not restart a first load, whose answer may be older than the event. */
  const isFirstLoad = (key: unknown) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [key], fetchStatus: 'fetching' })
      .some(({ state }) => state.data === undefined)

  return {
    of,
    stop: () => {
      for (const { timer } of throttled.values()) clearTimeout(timer)
      throttled.clear()
    },
  }
}
