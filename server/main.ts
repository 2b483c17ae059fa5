import { receiveSettings, supervisesOthers } from './front.ts'
import { readBackupConfig, readConfig, readDatabaseUrl } from './platform/config.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const explain = (line: string) => process.stderr.write(`${line}\n`)

/**
 * The first argument after `node dist/server.mjs`. Each command is loaded on demand, with what it needs: a worker loads no routes, and
 * nothing but `npm start` loads the demo.
 */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  async start(args) {
    const { start } = await import('./commands/start.ts')
    await start(readConfig(process.env), args)
  },
  async serve(args) {
    const { serve } = await import('./commands/serve.ts')
    await serve(readConfig(process.env), args)
  },
  async worker() {
    const { runWorker } = await import('./commands/worker.ts')
    await runWorker(readConfig(process.env))
  },
  async job(args) {
    const { runJobCommand } = await import('./commands/run-job.ts')
    await runJobCommand(readConfig(process.env), args, print)
  },
  async 'rotate-key'() {
    const { rotateKeyCommand } = await import('./commands/rotate-key.ts')
    await rotateKeyCommand(readConfig(process.env), print)
  },
  async 'verify-audit'(args) {
    const { verifyAudit } = await import('./commands/verify-audit.ts')
    await verifyAudit(readDatabaseUrl(process.env), args, print)
  },
  async 'reset-sign-in'(args) {
    const { resetSignInCommand } = await import('./commands/reset-sign-in.ts')
    await resetSignInCommand(readDatabaseUrl(process.env), args, print)
  },
  async reconcile() {
    const { reconcileCommand } = await import('./commands/reconcile.ts')
    await reconcileCommand(readConfig(process.env), print)
  },
  async backup(args) {
    const { backupCommand } = await import('./commands/backup.ts')
    await backupCommand(readBackupConfig(process.env), args, print)
  },
  async migrate(args) {
    const { migrateCommand } = await import('./commands/migrate.ts')
    await migrateCommand(readDatabaseUrl(process.env), args, { print, explain })
  },
}

try {
  await receiveSettings(process)
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
