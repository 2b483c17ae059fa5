import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scramVerifier } from '#server/platform/db/roles.ts'
import { findFreePort } from '../free-port.ts'
import type { Account } from '../postgres/account.ts'
import { launchPostmaster, stopPostmaster } from '../postgres/postmaster.ts'

const timeoutMs = 12 * 3_600_000

/** A restore_command that finds nothing: the whole log is already in pg_wal. */
export const emptyRestoreCommand = 'exit 1'

export type Recovery = {
  postgres: string
  data: string
  account: Account | undefined
  to: string
  settings?: Record<string, string>
}

/** PostgreSQL does not accept ISO letters (T, Z) here. */
export const recoveryTarget = (to: string) => ({
  recovery_target_time: to.replace('T', ' ').replace('Z', '+00:00'),
  recovery_target_action: 'promote',
})

/** Replays the log up to the moment (point-in-time recovery). Returns the time of the last transaction. */
export async function recover({ postgres, data, account, to, settings = {} }: Recovery): Promise<string | undefined> {
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 })
  let lastChange: string | undefined
  const replay = async (target: Record<string, string>) => {
    const pid = await launchPostmaster({
      postgres,
      data,
      account,
      port: await findFreePort(),
      // No connections before recovery is complete; so "ready" means complete.
      settings: {
        ...settings,
        hot_standby: 'off',
        restore_command: emptyRestoreCommand,
        recovery_target_timeline: 'current',
        log_timezone: 'UTC',
        ...target,
      },
      patience: timeoutMs,
      onLog: (line) => (lastChange = /last completed transaction was at log time (.+)$/.exec(line)?.[1] ?? lastChange),
    })
    await stopPostmaster(pid)
  }
  try {
    await replay(recoveryTarget(to))
  } catch (error) {
    // No transaction between the moment and the end of the log: recovers to the end instead.
    if (!(error instanceof Error) || !error.message.includes('recovery ended before configured recovery target'))
      throw error
    await replay({})
  }
  return lastChange
}

/** In single-user mode, so that nobody can connect meanwhile. */
export async function setPassword(postgres: string, data: string, account: Account | undefined, password: string) {
  const running = promisify(execFile)(postgres, ['--single', '-j', '-D', data, 'postgres'], { cwd: '/', ...account })
  running.child.stdin?.end(`alter role postgres login superuser password '${scramVerifier(password)}';\n\n`)
  const { stderr } = await running
  if (/ERROR|FATAL/.test(stderr)) {
    throw new Error(
      `There is no user "postgres" in it: restore with --files-only, and start it as its own PostgreSQL.\n${stderr}`,
    )
  }
}
