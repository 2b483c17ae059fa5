import cluster from 'node:cluster'
import { readWebProcesses } from './platform/web-processes.ts'

type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'exit'>

/**
 * Runs before the product is loaded (`local/build/parts.ts` bundles this file apart): a supervisor needs nothing of it. In a
 * supervisor this never returns; in every other process it resolves to false and the start goes on.
 */
export async function supervisesOthers({ argv, env, exit }: Process): Promise<boolean> {
  const [command = '', ...flags] = argv.slice(2)
  const webProcesses = readWebProcesses(env['WEB_PROCESSES'])
  if (!cluster.isPrimary || webProcesses === 1 || !['serve', 'start'].includes(command)) return false
  const { supervise } = await import('./commands/supervise.ts')
  return exit(await supervise({ command, flags, webProcesses, logLevel: env['LOG_LEVEL'] }))
}
