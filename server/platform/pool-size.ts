import type { Config } from './config.ts'

/** Besides its pool a web process has two connections to the queue and one that listens, a worker six and one. */
const besidesOfWeb = 3
const besidesOfWorker = 7

const largest = 10
const smallest = 2

/** How many connections a process may open at once, so that all that `serve` runs on this machine keep within their share. */
export function poolSize(config: Pick<Config, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>, isWebOnly: boolean): number {
  if (!isWebOnly) return largest
  const left = config.DATABASE_CONNECTIONS - largest - besidesOfWorker
  return Math.max(smallest, Math.min(largest, Math.floor(left / config.WEB_PROCESSES) - besidesOfWeb))
}
