import type { QueryClient } from '@tanstack/react-query'
import { eventsPath } from '#contract/events.ts'

const reopenDelay = 3000

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

  const open = () => {
    source = new EventSource(eventsPath)
    source.addEventListener('open', () => {
      if (hasMissedSome) void queryClient.invalidateQueries()
      hasMissedSome = false
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: string }
      void queryClient.invalidateQueries({ queryKey: [topic] })
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
    source.close()
  }
}
