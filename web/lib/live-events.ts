import type { QueryClient } from '@tanstack/react-query'
import { eventsPath, type Topic } from '#contract/events.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Topics that a query is made of, where that is more than the one its key begins with. */
    queryMeta: { topics?: readonly Topic[] }
  }
}

const reopenDelay = 3000
/** Between two refetches by one key: each begins anew what the one before has not finished. */
const refetchInterval = 1000

type LiveEventsOptions = {
  queryClient: QueryClient
  /** The server refused the stream: the session may have ended. */
  onRefused: () => void
}

/** Follows the server's stream of topics and refetches what begins with one or is made of it. Returns how to stop. */
export function subscribeToLiveEvents({ queryClient, onRefused }: LiveEventsOptions): () => void {
  let source: EventSource
  let reopening: ReturnType<typeof setTimeout> | undefined
  let hasMissedSome = false
  const refetch = createThrottledRefetch(queryClient)

  const open = () => {
    source = new EventSource(eventsPath)
    source.addEventListener('open', () => {
      if (hasMissedSome) void queryClient.invalidateQueries()
      hasMissedSome = false
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: Topic }
      for (const key of keysOf(queryClient, topic)) refetch.of(key)
    })
    source.addEventListener('error', () => {
      hasMissedSome = true
      // The browser reconnects by itself after a lost connection, but gives up for good after any answer other than 200.
      if (source.readyState !== EventSource.CLOSED) return
      onRefused()
      reopening = setTimeout(open, reopenDelay)
    })
  }

  open()
  return () => {
    clearTimeout(reopening)
    refetch.stop()
    source.close()
  }
}

/** How the keys of what these news are about begin: with the topic itself, and with a name for what is made of several. */
function keysOf(queryClient: QueryClient, topic: Topic): Set<unknown> {
  const dependents = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.topics?.includes(topic) ?? false })
  return new Set([topic, ...dependents.map(({ queryKey }) => queryKey[0])])
}

/** The first news by a key count at once; those that follow too soon count together, a moment later. */
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
    throttled.set(key, { isDue: false, timer })
  }

  return {
    of,
    stop: () => {
      for (const { timer } of throttled.values()) clearTimeout(timer)
      throttled.clear()
    },
  }
}
