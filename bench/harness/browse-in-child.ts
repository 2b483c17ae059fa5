import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCallers, type Target } from './clients.ts'
import { timed } from './measure.ts'

type BrowseOptions = { target: Target; paths: readonly string[]; seconds: number }

const pauseMs = 20

/**
 * Requests one path after the other, in a child process (this file, forked) so that the load of the bench does not delay it.
 * Returns the latency of each request.
 */
export async function browseInChild(options: BrowseOptions): Promise<number[]> {
  const child = fork(import.meta.filename)
  child.send(options)
  const [times] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(throwEnded)])) as [number[]]
  return times
}

function throwEnded(): never {
  throw new Error('The measuring process exited before it reported')
}

if (process.argv[1] === import.meta.filename) {
  const [options] = (await once(process, 'message')) as [BrowseOptions]
  process.send?.(await browse(options))
  process.disconnect()
}

async function browse({ target, paths, seconds }: BrowseOptions): Promise<number[]> {
  const callers = createCallers(target, 1)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < end; round += 1) {
    times.push(await timed(() => callers.get(paths[round % paths.length] ?? '')))
    await sleep(pauseMs)
  }
  callers.close()
  return times
}
