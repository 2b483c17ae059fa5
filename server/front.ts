import cluster from 'node:cluster'
import { readWebProcesses } from './platform/web-processes.ts'

type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'exit'>

/**
 * Asked before anything else is loaded: a process that only runs others needs nothing of the product. It never comes back
 * then; every other one goes on.
 */
export async function supervisesOthers({ argv, env, exit }: Process): Promise<boolean> {
  const [command = '', ...flags] = argv.slice(2)
  const webProcesses = readWebProcesses(env['WEB_PROCESSES'])
  if (!cluster.isPrimary || webProcesses === 1 || !['serve', 'start'].includes(command)) return false
  const { supervise } = await import('./commands/supervise.ts')
  return exit(await supervise({ command, flags, webProcesses, logLevel: env['LOG_LEVEL'] }))
}
