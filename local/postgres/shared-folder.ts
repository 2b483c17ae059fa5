import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where root keeps what the unprivileged account must reach when the project itself lies in a private folder. */
export function sharedFolder(...path: string[]): string {
  const folder = join('/var/lib/lockstep', ...path)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}
