import { availableParallelism } from 'node:os'

export const maxWebProcesses = 64

/** One core is left to PostgreSQL and the worker. */
export const defaultWebProcesses = () => Math.max(1, availableParallelism() - 1)

/** For whoever has not read the whole configuration; what is wrong with it is told by whoever does. */
export function readWebProcesses(text = ''): number {
  const count = text.trim() === '' ? defaultWebProcesses() : Number(text)
  return Number.isInteger(count) && count >= 1 && count <= maxWebProcesses ? count : 1
}
