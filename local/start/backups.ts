import { join } from 'node:path'
import { root } from '../root.ts'
import { startChild, openLogFile } from './child.ts'
import { readableProblem } from './output.ts'
import type { Shutdown } from './shutdown.ts'

/** Runs the backup process if BACKUP_DIR and BACKUP_KEY are set. The product runs without it too, so its problems are printed. */
export function startBackups(env: NodeJS.ProcessEnv, logs: string, shutdown: Shutdown): string | undefined {
  const { BACKUP_DIR, BACKUP_KEY } = env
  if (!BACKUP_DIR || !BACKUP_KEY) return undefined
  const log = openLogFile(logs, 'backup.log')
  let shown: string | undefined
  const child = startChild({
    program: [join(root, 'dist/server.mjs'), 'backup', '--follow'],
    env,
    patience: 10_000,
    onLine(line) {
      log.write(line)
      const problem = readableProblem(line)
      if (problem && problem !== shown) console.error(problem)
      shown = problem
    },
  })
  shutdown.defer(child)
  return BACKUP_DIR
}
