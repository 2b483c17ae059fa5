import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '#local/root.ts'
import type { Figure } from './report.ts'

/** Keeps the figures with what they were measured on. Answers where. */
export function writeResults(folder: string, figures: readonly Figure[], postgres: string): string {
  const at = new Date().toISOString()
  const results = join(folder, 'results')
  mkdirSync(results, { recursive: true })
  const file = join(results, `${at.replaceAll(':', '-')}.json`)
  const [processor] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  const machine = { processor: processor?.model, cores: cpus().length, memory, node: process.version, postgres }
  writeFileSync(file, `${JSON.stringify({ at, commit: commitOf(), machine, figures }, null, 2)}\n`)
  return file
}

/** With a plus where files differ from it. */
function commitOf(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}
