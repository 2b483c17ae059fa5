import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

const unprivilegedAccounts = ['postgres', 'nobody']

/** PostgreSQL refuses to run as root: it then runs as the owner of the existing cluster, else as `postgres` or `nobody`. */
export function chooseAccount(existingCluster: string | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existingCluster) {
    const { uid, gid } = statSync(existingCluster)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of unprivilegedAccounts) {
    const account = lookUp(name)
    if (account) return account
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "nobody" to run it. Start as an ordinary user.',
  )
}

function lookUp(name: string): Account | undefined {
  try {
    const readId = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    return undefined
  }
}

/** Whether the account may traverse every folder down to this one. */
export function canReach(account: Account, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & needed) !== 0 && (parent === folder || canReach(account, parent))
}
