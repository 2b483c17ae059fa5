import type { Clock } from '#server/platform/clock.ts'

/**
 * When typed quantities count as read. Whoever typed them knew what was there, so they are never older than the last
 * count, even when another process's clock is a little ahead.
 */
export function countedAt(clock: Clock, lastReadAt: string | null): Date {
  const now = clock.now()
  const last = lastReadAt === null ? now : new Date(lastReadAt)
  return last > now ? new Date(last.getTime() + 1) : now
}
