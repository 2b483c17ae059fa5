import type { Writable } from 'node:stream'

export type EventStream = { send(text: string): void; end(): void }

/**
 * One browser's stream. A browser that doesn't read is let go instead of being saved up for: it comes back by itself
 * and fetches afresh. After its end nothing is said any more, since a write would then be an error nobody catches.
 */
export function eventStream(raw: Writable): EventStream {
  return {
    send(text) {
      if (raw.writableEnded || raw.destroyed) return
      if (!raw.write(text)) raw.destroy()
    },
    end: () => void raw.end(),
  }
}
