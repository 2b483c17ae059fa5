import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCallers, type Target } from './callers.ts'
import { timed } from './measure.ts'

type Looking = { target: Target; paths: readonly string[]; seconds: number }

const restMilliseconds = 20

/**
 * Somebody who looks at one page after the other, from a process of their own: what else a bench does must not keep them.
 * Answers how long each look took.
 */
export async function browse(looking: Looking): Promise<number[]> {
  const looker = fork(import.meta.filename)
  looker.send(looking)
  const [times] = (await Promise.race([once(looker, 'message'), once(looker, 'exit').then(refuse)])) as [number[]]
  return times
}

function refuse(): never {
  throw new Error('Whoever looked around went away')
}

if (process.argv[1] === import.meta.filename) {
  const [looking] = (await once(process, 'message')) as [Looking]
  process.send?.(await look(looking))
  process.disconnect()
}

async function look({ target, paths, seconds }: Looking): Promise<number[]> {
  const callers = openCallers(target, 1)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < end; turn += 1) {
    times.push(await timed(() => callers.get(paths[turn % paths.length] ?? '')))
    await sleep(restMilliseconds)
  }
  callers.close()
  return times
}
