import { join } from 'node:path'
import { root } from '../root.ts'
import { startChild } from './child.ts'
import { openLogFile } from './log-file.ts'
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
  const gone = child.ended.then(() => {
    throw new Error(['The local stand-ins could not be started:', ...log.recent()].join('\n'))
  })
  const { urls } = (await Promise.race([child.message, gone])) as { urls: Record<string, string> }
  return Object.fromEntries(wanted.map(({ name, variable }) => [variable, urls[name] ?? '']))
}

const standIns = [{ name: 'oidc', variable: 'OIDC_ISSUER_URL' }]
