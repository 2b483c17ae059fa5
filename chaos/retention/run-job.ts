import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { testEnvironment } from '#server/testing/app.ts'
import type { TestSystem } from '../harness/system.ts'

const shiftable = new URL('../harness/shifted-clock.mjs', import.meta.url).href

/** Starts `npm run job` in a process whose clock is shifted by so many milliseconds from the start. */
export function startJob(system: TestSystem, args: readonly string[], shift: number): ChildProcess {
  const setShift = `data:text/javascript,process.emit('message',{shiftClock:${shift}})`
  const nodeArgs = ['--import', shiftable, '--import', setShift, system.processes.program, 'job', ...args]
  const env = { ...testEnvironment(system.postgres.url), ...system.emulators.env }
  return spawn(process.execPath, nodeArgs, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

export async function runJob(system: TestSystem, args: readonly string[], shift: number): Promise<string> {
  const child = startJob(system, args, shift)
  const output = child.stdout ? text(child.stdout) : Promise.resolve('')
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return output
}

/** Runs the purge as of `at`. Returns the number of erased rows by table. */
export async function purge(system: TestSystem, at: Date): Promise<Record<string, number>> {
  const output = await runJob(system, ['privacy.purge'], at.getTime() - Date.now())
  return (JSON.parse(output) as { erased: Record<string, number> }).erased
}
