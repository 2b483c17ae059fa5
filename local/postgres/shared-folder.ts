import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const shared = '/var/lib/lockstep'

/** Where root keeps what the unprivileged account must reach when the project itself lies in a private folder. */
export function sharedFolder(...path: string[]): string {
  const folder = join(shared, ...path)
  mkdirSync(folder, { recursive: true })
  // Said again, as root's own habit (umask) may have closed them.
  for (const made of [shared, folder]) chmodSync(made, 0o755)
  return folder
}

/** Lets everybody read and run what its owner may, down through the folder. */
export function openToEverybody(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of [folder, ...inside]) {
    const entry = lstatSync(path)
    const ownersRights = entry.mode & 0o500
    if (!entry.isSymbolicLink()) chmodSync(path, entry.mode | (ownersRights >> 3) | (ownersRights >> 6))
  }
}
