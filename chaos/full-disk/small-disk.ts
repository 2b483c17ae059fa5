import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const megabyte = Buffer.alloc(1024 ** 2)

export type SmallDisk = { folder: string; fill(): void; makeRoom(): void; remove(): void }

/** A disk of its own that is soon full; null where nobody lets us have one, which takes Linux and root. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-disk-'))
  const options = `size=${megabytes}m,mode=0711`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  if (status !== 0) {
    rmdirSync(folder)
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (let room = megabyte; room.length > 0;) {
        try {
          writeSync(file, room)
        } catch {
          room = room.subarray(0, Math.floor(room.length / 2))
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', [folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
