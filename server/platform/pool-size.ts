import type { Config } from './config.ts'

/** Besides its pool a web process has two connections to the queue and one that listens, a worker six and one. */
const webQueueConnections = 3
const workerQueueConnections = 7

const maxPoolSize = 10
const minPoolSize = 2

/** How many connections a process may open at once, so that all that `serve` runs on this machine keep within their share. */
export function poolSize(config: Pick<Config, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>, isWebOnly: boolean): number {
  if (!isWebOnly) return maxPoolSize
  const left = config.DATABASE_CONNECTIONS - maxPoolSize - workerQueueConnections
  return Math.max(minPoolSize, Math.min(maxPoolSize, Math.floor(left / config.WEB_PROCESSES) - webQueueConnections))
}
