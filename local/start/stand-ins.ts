import { join } from 'node:path'
import { root } from '../root.ts'
import { startChild } from './child.ts'
import { lastWords, openLogFile } from './log-file.ts'
import type { Shutdown } from './shutdown.ts'

/** One process runs the stand-ins of every outside service that the environment does not name. Returns the variables that lead to them. */
export async function startStandIns(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  logs: string,
  shutdown: Shutdown,
): Promise<Record<string, string>> {
  const wanted = standIns.filter(({ variable }) => !env[variable])
  if (wanted.length === 0) return {}
  const log = openLogFile(logs, 'stand-ins.log')
  const child = startChild({
    program: [
      join(root, 'dist/emulators.mjs'),
      ...wanted.map(({ name }) => name),
      '--state',
      join(dataDir, 'stand-ins'),
    ],
    env,
    patience: 3_000,
    onLine: log.write,
  })
  shutdown.defer(child)
  shutdown.watch(child.ended.then((how) => lastWords(`The local stand-ins stopped (${how})`, log)))
  const { urls } = (await child.message) as { urls: Record<string, string> }
  return Object.fromEntries(wanted.map(({ name, variable }) => [variable, urls[name] ?? '']))
}

const standIns = [{ name: 'oidc', variable: 'OIDC_ISSUER_URL' }]
