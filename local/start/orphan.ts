import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLineOf, endProcess } from '../processes.ts'

const fileName = 'server.pid'

export function recordServer(folder: string, pid: number): void {
  writeFileSync(join(folder, fileName), String(pid))
}

/** When everything but the server was killed, it may still be busy ending, with the port in its hands. */
export async function endOrphanedServer(folder: string): Promise<void> {
  const pid = readPid(folder)
  if (pid === undefined || !commandLineOf(pid).includes('server.mjs')) return
  await endProcess(pid, [
    { signal: 'SIGTERM', patience: 5_000 },
    { signal: 'SIGKILL', patience: 2_000 },
  ])
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, fileName), 'utf8')) || undefined
  } catch {
    return undefined
  }
}
