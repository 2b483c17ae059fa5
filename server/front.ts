import cluster from 'node:cluster'
import { once } from 'node:events'
import { readWebProcesses } from './platform/web-processes.ts'

/**
 * Runs before the product is loaded (`local/build/parts.ts` bundles this file apart): a supervisor needs nothing of it. In a
 * supervisor this never returns; in every other process it resolves to false and the start goes on.
 */
export async function supervisesOthers(self: NodeJS.Process): Promise<boolean> {
  const { argv, env } = self
  const [command = '', ...flags] = argv.slice(2).filter((argument) => argument !== awaitSettings)
  const webProcesses = readWebProcesses(env['WEB_PROCESSES'])
  if (!cluster.isPrimary || webProcesses === 1 || !['serve', 'start'].includes(command)) return false
  await receiveSettings(self)
  const { supervise } = await import('./commands/supervise.ts')
  return self.exit(await supervise({ command, flags, webProcesses, logLevel: env['LOG_LEVEL'] }))
}

const awaitSettings = '--await-settings'

/**
 * `npm start` loads this program while PostgreSQL and the emulators start. Their addresses arrive as the first message over the IPC
 * channel and complete the environment.
 */
export async function receiveSettings(self: NodeJS.Process): Promise<void> {
  const at = self.argv.indexOf(awaitSettings)
  if (at === -1 || !self.connected) return
  self.argv.splice(at, 1)
  const [settings] = (await once(self, 'message')) as [Record<string, string>]
  Object.assign(self.env, settings)
}
