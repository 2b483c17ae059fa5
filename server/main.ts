import { runJobCommand } from './commands/run-job.ts'
import { serve } from './commands/serve.ts'
import { start } from './commands/start.ts'
import { work } from './commands/worker.ts'
import { ConfigError, readConfig, readDatabaseUrl } from './platform/config.ts'
import { migrate } from './platform/db/migrate.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The words after `node dist/server.mjs`. */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  start: (args) => start(readConfig(process.env), args),
  serve: (args) => serve(readConfig(process.env), args),
  worker: () => work(readConfig(process.env)),
  job: (args) => runJobCommand(readConfig(process.env), args, print),
  migrate: async () => {
    const { applied } = await migrate(readDatabaseUrl(process.env))
    print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  },
}

const [word = '', ...args] = process.argv.slice(2)
try {
  const command = commands[word]
  if (!command) throw new ConfigError([`one of these words: ${Object.keys(commands).join(', ')}`])
  await command(args)
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`)
  process.exitCode = 1
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
