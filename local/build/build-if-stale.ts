import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claim } from '../claim.mjs'
import { root } from '../root.ts'
import { fingerprint, readStamp } from './fingerprint.ts'
import { parts, type Part } from './parts.ts'

type StalePart = Part & { stamp: string; wanted: string }

/** Builds what changed since the last build. Two processes that want the same take turns, and the second finds it done. */
export async function buildIfStale(announce: (names: string[]) => void = () => {}): Promise<void> {
  while (findStale().length > 0) {
    const turn = await claim(`build ${root}`)
    if (!turn.held) {
      await turn.released
      continue
    }
    try {
      const stale = findStale()
      if (stale.length > 0) announce(stale.map((part) => part.name))
      mkdirSync(join(root, 'dist'), { recursive: true })
      await Promise.all(stale.map(buildPart))
    } finally {
      await turn.release()
    }
  }
}

function findStale(): StalePart[] {
  return parts
    .map((part) => ({
      ...part,
      stamp: join(root, 'dist', `.${part.name}-inputs`),
      wanted: fingerprint(root, part.inputs),
    }))
    .filter((part) => readStamp(part.stamp) !== part.wanted)
}

/** The stamp goes first and comes back last: a build cut short is a build not done. */
async function buildPart(part: StalePart): Promise<void> {
  rmSync(part.stamp, { force: true })
  await part.build()
  writeFileSync(part.stamp, part.wanted)
}
