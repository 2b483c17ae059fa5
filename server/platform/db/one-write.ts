import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'

const held = new WeakSet<Writable>()

/** Whatever is sent on a connection in the same turn leaves in one write: each costs as much as a small statement. */
export function inOneWrite(client: PoolClient): void {
  const { stream } = wireOf(client)
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  process.nextTick(() => {
    held.delete(stream)
    stream.uncork()
  })
}

/** What pg's types leave out. */
const wireOf = (client: PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection
