import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lock = { pid: number; port: number; status: string }

/** postmaster.pid, by line: 1 process id, 4 port, 8 status. */
export function readLock(data: string): Lock | undefined {
  const lines = readLines(data)
  if (!lines) return undefined
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * A number that another program has got since makes PostgreSQL believe that the folder is in use. It takes a lock held by its own
 * parent for stale and still looks for surviving backends, which it would not do if the file were deleted.
 */
export function markLockStale(data: string): void {
  const lines = readLines(data)
  if (lines) writeFileSync(join(data, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
}

function readLines(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
