import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports of outgoing connections: otherwise a client that polls whether a server listens yet could be given
 * that port itself.
 */
const lowest = 20_000
const highest = 32_000
const maxTries = 100

export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port, host)) return port
  }
  throw new Error(`No free port was found between ${lowest} and ${highest}`)
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
