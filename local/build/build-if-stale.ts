import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { claim } from '../claim.mjs'
import { root } from '../root.ts'
import { type Part, parts } from './parts.ts'

type StalePart = Part & { fingerprintFile: string; fingerprint: string }

type Options = { announce?: (names: string[]) => void; only?: string }

/** Builds the parts that changed since the last build. Concurrent processes wait for each other; the second finds it done. */
export async function buildIfStale({ announce = () => {}, only }: Options = {}): Promise<void> {
  const wanted = parts.filter(({ name }) => name === (only ?? name))
  while ((await findStale(wanted)).length > 0) {
    const lock = await claim(`build ${root}`)
    if (!lock.held) {
      await lock.released
      continue
    }
    try {
      const stale = await findStale(wanted)
      if (stale.length > 0) announce(stale.map((part) => part.name))
      mkdirSync(join(root, 'dist'), { recursive: true })
      await Promise.all(stale.map(buildPart))
    } finally {
      await lock.release()
    }
  }
}

/** Yields between the parts, so that PostgreSQL can start meanwhile. */
async function findStale(wanted: readonly Part[]): Promise<StalePart[]> {
  const stale: StalePart[] = []
  for (const part of wanted) {
    await yieldToEventLoop()
    const fingerprintFile = join(root, 'dist', `.${part.name}-inputs`)
    const current = fingerprint(root, part.inputs)
    if (readFingerprint(fingerprintFile) !== current) stale.push({ ...part, fingerprintFile, fingerprint: current })
  }
  return stale
}

/** The fingerprint file is removed first and written last, so that an interrupted build counts as stale. */
async function buildPart(part: StalePart): Promise<void> {
  rmSync(part.fingerprintFile, { force: true })
  await part.build()
  writeFileSync(part.fingerprintFile, part.fingerprint)
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
