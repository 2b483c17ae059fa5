import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endProcess, isAlive, signal, untilGone } from './processes.ts'

async function startIdle(script = ''): Promise<number> {
  const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1000); console.log('up')`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

test('endProcess escalates to SIGKILL when a process ignores SIGTERM', async () => {
  const deaf = await startIdle('process.on("SIGTERM", () => {})')
  await endProcess(deaf, [
    { signal: 'SIGTERM', patience: 50 },
    { signal: 'SIGKILL', patience: 5_000 },
  ])
  expect(isAlive(deaf)).toBe(false)
})

test('untilGone resolves when a process ends, and a signal to it then returns false', async () => {
  const pid = await startIdle()
  const gone = untilGone(pid)
  expect(signal(pid, 'SIGKILL')).toBe(true)
  await gone
  expect(signal(pid, 'SIGKILL')).toBe(false)
})
