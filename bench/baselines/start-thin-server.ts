import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Shutdown } from '#local/start/shutdown.ts'

type Where = { ownerUrl: string; companyId: string }

/** The thin server as a process of its own. */
export async function startThin({ ownerUrl, companyId }: Where, shutdown: Shutdown): Promise<{ url: string }> {
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
  const [url] = (await Promise.race([once(child, 'message'), ended.then(refuse)])) as [string]
  return { url }
}

function refuse(): never {
  throw new Error('The thin server ended by itself')
}
