import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../root.ts'

/** `npm start -- --reconcile` on a restored folder: compares with Amazon before anything is sent. */
export async function reconcile(env: NodeJS.ProcessEnv): Promise<void> {
  for (const command of ['migrate', 'reconcile']) {
    const child = spawn(process.execPath, [join(root, 'dist/server.mjs'), command], {
      env: { ...env, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error('The database could not be reconciled, and nothing was sent. Try again.')
  }
}
