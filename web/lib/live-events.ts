import type { QueryClient } from '@tanstack/react-query'
import { eventsPath } from '#contract/events.ts'

const reopenDelay = 3000
/** Between two refetches of one topic: each begins anew what the one before has not finished. */
const pace = 1000

type LiveEventsOptions = {
  queryClient: QueryClient
  /** The server refused the stream: the session may have ended. */
  onRefused: () => void
}

/** Follows the server's stream of topics and refetches the lists whose key begins with one. Returns how to stop. */
export function followLiveEvents({ queryClient, onRefused }: LiveEventsOptions): () => void {
  let source: EventSource
  let reopening: ReturnType<typeof setTimeout> | undefined
  let hasMissedSome = false
  const refetch = createPacedRefetch(queryClient)

  const open = () => {
    source = new EventSource(eventsPath)
    source.addEventListener('open', () => {
      if (hasMissedSome) void queryClient.invalidateQueries()
      hasMissedSome = false
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: string }
      refetch.of(topic)
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

/** The first news of a topic count at once; those that follow too soon count together, a moment later. */
function createPacedRefetch(queryClient: QueryClient) {
  const resting = new Map<string, { isDue: boolean; timer: ReturnType<typeof setTimeout> }>()

  const of = (topic: string) => {
    const rest = resting.get(topic)
    if (rest) {
      rest.isDue = true
      return
    }
    void queryClient.invalidateQueries({ queryKey: [topic] })
    const timer = setTimeout(() => {
      const isDue = resting.get(topic)?.isDue
      resting.delete(topic)
      if (isDue) of(topic)
    }, pace)
    resting.set(topic, { isDue: false, timer })
  }

  return {
    of,
    stop: () => {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
