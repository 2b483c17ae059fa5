import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scramVerifier } from '#server/platform/db/roles.ts'
import { findFreePort } from '../free-port.ts'
import type { Account } from '../postgres/account.ts'
import { launchPostmaster, stopPostmaster } from '../postgres/postmaster.ts'

const patience = 12 * 3_600_000

/** All of the log lies beside the data already: there is nothing to fetch. */
export const nothingToFetch = 'exit 1'

export type Recovery = {
  postgres: string
  data: string
  account: Account | undefined
  to: string
  settings?: Record<string, string>
}

/** PostgreSQL reads no letters in it. */
export const recoveryTarget = (to: string) => ({
  recovery_target_time: to.replace('T', ' ').replace('Z', '+00:00'),
  recovery_target_action: 'promote',
})

/** Lets PostgreSQL replay its log up to the moment. Answers when the last change was made that is in it. */
export async function recover({ postgres, data, account, to, settings = {} }: Recovery): Promise<string | undefined> {
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 })
  let lastChange: string | undefined
  const play = async (target: Record<string, string>) => {
    const pid = await launchPostmaster({
      postgres,
      data,
      account,
      port: await findFreePort(),
      // Nobody may come in before it is done; being ready then means that it is.
      settings: {
        ...settings,
        hot_standby: 'off',
        restore_command: nothingToFetch,
        recovery_target_timeline: 'current',
        log_timezone: 'UTC',
        ...target,
      },
      patience,
      onLog: (line) => (lastChange = /last completed transaction was at log time (.+)$/.exec(line)?.[1] ?? lastChange),
    })
    await stopPostmaster(pid)
  }
  try {
    await play(recoveryTarget(to))
  } catch (error) {
    // Nothing happened between the moment and the end of the log, so the end is the moment.
    if (!(error instanceof Error) || !error.message.includes('recovery ended before configured recovery target'))
      throw error
    await play({})
  }
  return lastChange
}

/** Without a server, so that nobody can come in meanwhile. */
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
