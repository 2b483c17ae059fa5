import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'

const corked = new WeakSet<Writable>()

/** Whatever is sent on a connection in the same turn leaves in one write: each costs as much as a small statement. */
export function corkUntilNextTick(client: PoolClient): void {
  const { stream } = wireOf(client)
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork()
  })
}

/** What pg's types leave out. */
const wireOf = (client: PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection
