import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { testEnvironment } from '#server/testing/app.ts'
import type { TestSystem } from '../harness/system.ts'

const shiftable = new URL('../harness/shifted-clock.mjs', import.meta.url).href

/** `npm run job` in a process of its own, whose clock is off by so much from its first moment on. */
export function startJob(world: TestSystem, words: readonly string[], shift: number): ChildProcess {
  const tell = `data:text/javascript,process.emit('message',{shiftClock:${shift}})`
  const args = ['--import', shiftable, '--import', tell, world.processes.program, 'job', ...words]
  const env = { ...testEnvironment(world.postgres.url), ...world.standIns.env }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

export async function runJob(world: TestSystem, words: readonly string[], shift: number): Promise<string> {
  const child = startJob(world, words, shift)
  const said = child.stdout ? text(child.stdout) : Promise.resolve('')
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return said
}

/** How many rows of each table a purge has erased at that moment. */
export async function purge(world: TestSystem, at: Date): Promise<Record<string, number>> {
  const said = await runJob(world, ['privacy.purge'], at.getTime() - Date.now())
  return (JSON.parse(said) as { erased: Record<string, number> }).erased
}
