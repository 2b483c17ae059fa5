import type { AmazonState } from '../world.ts'

/** What was sent to a queue and not taken yet, oldest first. */
export function readQueue(world: AmazonState, name: string): readonly object[] {
  return world.notifications.queues[name] ?? []
}

/** Takes everything out of a queue, as a reader that deletes what it has read. */
export function takeMessages(world: AmazonState, name: string): readonly object[] {
  const messages = readQueue(world, name)
  world.notifications.queues[name] = []
  return messages
}
