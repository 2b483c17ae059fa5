import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { claim } from '../claim.mjs'
import { root } from '../root.ts'
import { type Part, parts } from './parts.ts'

type StalePart = Part & { stamp: string; wanted: string }

/** Builds what changed since the last build. Two processes that want the same take turns, and the second finds it done. */
export async function buildIfStale(announce: (names: string[]) => void = () => {}): Promise<void> {
  while ((await findStale()).length > 0) {
    const turn = await claim(`build ${root}`)
    if (!turn.held) {
      await turn.released
      continue
    }
    try {
      const stale = await findStale()
      if (stale.length > 0) announce(stale.map((part) => part.name))
      mkdirSync(join(root, 'dist'), { recursive: true })
      await Promise.all(stale.map(buildPart))
    } finally {
      await turn.release()
    }
  }
}

/** What was begun beside it gets on between the parts: PostgreSQL starts while we read our files. */
async function findStale(): Promise<StalePart[]> {
  const stale: StalePart[] = []
  for (const part of parts) {
    await nextTurn()
    const stamp = join(root, 'dist', `.${part.name}-inputs`)
    const wanted = fingerprint(root, part.inputs)
    if (readFingerprint(stamp) !== wanted) stale.push({ ...part, stamp, wanted })
  }
  return stale
}

/** The stamp goes first and comes back last: a build cut short is a build not done. */
async function buildPart(part: StalePart): Promise<void> {
  rmSync(part.stamp, { force: true })
  await part.build()
  writeFileSync(part.stamp, part.wanted)
}

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

function readFingerprint(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
