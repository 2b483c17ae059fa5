import { availableParallelism } from 'node:os'

export const mostWebProcesses = 64

/** One core is left to PostgreSQL and the worker. */
export const webProcessesByDefault = () => Math.max(1, availableParallelism() - 1)

/** For whoever has not read the whole configuration; what is wrong with it is told by whoever does. */
export function readWebProcesses(text = ''): number {
  const count = text.trim() === '' ? webProcessesByDefault() : Number(text)
  return Number.isInteger(count) && count >= 1 && count <= mostWebProcesses ? count : 1
}
