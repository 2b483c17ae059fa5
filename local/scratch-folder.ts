import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomNeeded = 8 * 1024 ** 3

/**
 * A folder for data that nothing outlives: in memory, where there is plenty of it, since a disk takes longest to make files.
 * For root, PostgreSQL runs as another account: able to walk in, it keeps everything here, where it is removed afterwards.
 */
export function makeScratchFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), `lockstep-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= roomNeeded
  } catch {
    return false
  }
}
