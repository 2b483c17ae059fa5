import { backupCommand } from './commands/backup.ts'
import { migrateCommand } from './commands/migrate.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { rotateKeyCommand } from './commands/rotate-key.ts'
import { resetSignInCommand } from './commands/reset-sign-in.ts'
import { runJobCommand } from './commands/run-job.ts'
import { serve } from './commands/serve.ts'
import { start } from './commands/start.ts'
import { verifyAudit } from './commands/verify-audit.ts'
import { runWorker } from './commands/worker.ts'
import { receiveSettings, supervisesOthers } from './front.ts'
import { readBackupConfig, readConfig, readDatabaseUrl } from './platform/config.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const explain = (line: string) => process.stderr.write(`${line}\n`)

/** The first argument after `node dist/server.mjs`. */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  start: (args) => start(readConfig(process.env), args),
  serve: (args) => serve(readConfig(process.env), args),
  worker: () => runWorker(readConfig(process.env)),
  job: (args) => runJobCommand(readConfig(process.env), args, print),
  'rotate-key': () => rotateKeyCommand(readConfig(process.env), print),
  'verify-audit': (args) => verifyAudit(readDatabaseUrl(process.env), args, print),
  'reset-sign-in': (args) => resetSignInCommand(readDatabaseUrl(process.env), args, print),
  reconcile: () => reconcileCommand(readConfig(process.env), print),
  backup: (args) => backupCommand(readBackupConfig(process.env), args, print),
  migrate: (args) => migrateCommand(readDatabaseUrl(process.env), args, { print, explain }),
}

try {
  await receiveSettings()
  const [commandName = '', ...args] = process.argv.slice(2)
  const command = commands[commandName]
  if (!command) throw new Error(`Say what to do: ${Object.keys(commands).join(', ')}.`)
  if (!(await supervisesOthers(process))) await command(args)
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  // Half-open connections must not keep a process alive after its fatal error.
  process.exit(1)
}

/** Operational errors print their message and cause; programming errors print the stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isFault = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)
  if (isFault && error.stack) return error.stack
  const cause = error.cause instanceof Error ? `\n  ${error.cause.message}` : ''
  return `${error.message || error.name}${cause}`
}
