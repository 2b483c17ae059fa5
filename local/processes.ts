import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  return signal(pid, 0)
}

/** Sends the signal. Returns false if the process does not exist. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    if (name === 0) return true
    throw error
  }
}

/** The command line, to tell a process of ours from another that got the same id later. */
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

/** Sends one signal after the other, each with its time limit (`patience`, ms), until the process is gone. */
export async function endProcess(pid: number, escalation: Escalation): Promise<void> {
  for (const step of escalation) {
    if (!signal(pid, step.signal)) return
    const deadline = Date.now() + step.patience
    while (isAlive(pid) && Date.now() < deadline) await sleep(15)
  }
}

/** Resolves when the process is gone; works for processes that are not our children. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false })
}
