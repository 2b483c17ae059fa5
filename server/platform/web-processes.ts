import { availableParallelism } from 'node:os'

export const maxWebProcesses = 64

/** One core is left for PostgreSQL and the worker. */
export const defaultWebProcesses = () => Math.max(1, availableParallelism() - 1)

/** Reads WEB_PROCESSES without the configuration schema, for the supervisor. Invalid values count as 1; `readConfig` reports them. */
export function readWebProcesses(text = ''): number {
  const count = text.trim() === '' ? defaultWebProcesses() : Number(text)
  return Number.isInteger(count) && count >= 1 && count <= maxWebProcesses ? count : 1
}
