import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const bytesNeeded = 8 * 1024 ** 3

/**
 * A folder for temporary data: in memory if there is enough, since creating files on disk is slow. Other accounts may traverse it,
 * since PostgreSQL does not run as root.
 */
export function makeScratchFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), `lockstep-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytesNeeded
  } catch {
    return false
  }
}
