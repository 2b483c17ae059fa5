import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Tells a process of ours from a stranger that was given the same number later. */
export function commandLineOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export type Escalation = readonly { signal: NodeJS.Signals; patience: number }[]

/** Asks a process to end, more firmly each time its patience runs out. */
export async function endProcess(pid: number, escalation: Escalation): Promise<void> {
  for (const { signal, patience } of escalation) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = Date.now() + patience
    while (isAlive(pid) && Date.now() < deadline) await sleep(15)
  }
}
