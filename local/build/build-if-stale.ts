import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { claim } from '../claim.mjs'
import { root } from '../root.ts'
import { type Part, parts } from './parts.ts'

type Fingerprints = { content: string; times: string }

type StalePart = Part & { file: string; found: Fingerprints }

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
    const file = join(root, 'dist', `.${part.name}-inputs`)
    const found = checkInputs(root, part.inputs, file)
    if (found) stale.push({ ...part, file, found })
  }
  return stale
}

/** The fingerprint file is removed first and written last, so that an interrupted build counts as stale. */
async function buildPart({ file, found, build }: StalePart): Promise<void> {
  rmSync(file, { force: true })
  await build()
  storeFingerprints(file, found)
}

/**
 * The fingerprints of the inputs if their contents changed since the last build, else null. Contents are read only when sizes or
 * times changed, which a checkout does: reading all of them takes a tenth of a start.
 */
export function checkInputs(root: string, patterns: readonly string[], file: string): Fingerprints | null {
  const built = readFingerprints(file)
  const times = hashInputs(root, patterns, (path) => {
    const { size, mtimeMs } = statSync(path)
    return `${size} ${mtimeMs}`
  })
  if (built?.times === times) return null
  const found = { content: fingerprint(root, patterns), times }
  if (built?.content !== found.content) return found
  storeFingerprints(file, found)
  return null
}

/** One hash over every file that goes into a part: paths and contents, not times. */
export const fingerprint = (root: string, patterns: readonly string[]): string =>
  hashInputs(root, patterns, (path) => readFileSync(path))

function hashInputs(root: string, patterns: readonly string[], read: (path: string) => string | Buffer): string {
  const hash = createHash('sha256')
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.filter((path) => !path.includes('.test.')).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(read(path)).update('\0')
  }
  return hash.digest('hex')
}

function readFingerprints(file: string): Fingerprints | null {
  try {
    const [content = '', times = ''] = readFileSync(file, 'utf8').split('\n')
    return { content, times }
  } catch {
    return null
  }
}

/** Without write permission the contents are read each time. */
function storeFingerprints(file: string, { content, times }: Fingerprints): void {
  try {
    writeFileSync(file, `${content}\n${times}`)
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
