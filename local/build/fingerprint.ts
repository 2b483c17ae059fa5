import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One hash over every file that goes into a part: paths and contents, not times, which a checkout changes. */
export function fingerprint(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.filter((path) => !path.includes('.test.')).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

export function readFingerprint(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
