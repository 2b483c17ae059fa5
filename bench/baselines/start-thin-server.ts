import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Shutdown } from '#local/start/shutdown.ts'

type ThinServerOptions = { ownerUrl: string; companyId: string }

/** Starts the thin server (thin-server.ts) in its own process. */
export async function startThin(
  { ownerUrl, companyId }: ThinServerOptions,
  shutdown: Shutdown,
): Promise<{ url: string }> {
  const child = fork(join(import.meta.dirname, 'thin-server.ts'), {
    env: { PATH: process.env['PATH'], DATABASE_URL: ownerUrl, COMPANY_ID: companyId },
  })
  const ended = once(child, 'exit')
  shutdown.defer({
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
    kill: () => child.kill('SIGKILL'),
  })
  const [url] = (await Promise.race([once(child, 'message'), ended.then(throwEnded)])) as [string]
  return { url }
}

function throwEnded(): never {
  throw new Error('The thin server exited before it was ready')
}
