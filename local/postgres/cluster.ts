import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach } from './account.ts'
import { type Binaries, sharedFolder } from './binaries.ts'

/** A folder with PostgreSQL's data folder and the superuser's password. */
export type Cluster = { data: string; password: string }

export function openCluster(home: string): Cluster {
  const folder = realpathSync(home)
  const owner = statSync(folder).uid
  if (process.getuid && process.getuid() !== 0 && process.getuid() !== owner) {
    throw new Error(
      `The database in ${home} belongs to another account (number ${owner}), probably because root started it first. ` +
        'Start as root again, or set DATA_DIR to another folder.',
    )
  }
  return { data: join(folder, 'data'), password: readFileSync(join(folder, 'password'), 'utf8') }
}

/** Created under another name and renamed when complete, so that an interrupted run leaves no half cluster. */
export async function initializeCluster(options: {
  home: string
  account: Account | undefined
  binaries: Binaries
  durable: boolean
}): Promise<void> {
  const { account, binaries } = options
  const { place, commit } = placeCluster(options.home, account)
  const partial = `${place}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  const passwordFile = join(partial, 'password')
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) for (const path of [passwordFile, partial]) chownSync(path, account.uid, account.gid)
  await runInitdb(binaries.initdb, join(partial, 'data'), passwordFile, account, options.durable)
  renameSync(partial, place)
  commit()
}

async function runInitdb(
  initdb: string,
  data: string,
  passwordFile: string,
  account: Account | undefined,
  durable: boolean,
) {
  const flags = ['--pgdata', data, '--pwfile', passwordFile, '--username', 'postgres', '--auth', 'scram-sha-256']
  flags.push('--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8')
  if (!durable) flags.push('--no-sync')
  try {
    await promisify(execFile)(initdb, flags, { cwd: '/', ...account })
  } catch (error) {
    const output = (error instanceof Error && 'stderr' in error && String(error.stderr).trim()) || String(error)
    throw new Error(`PostgreSQL could not set up its data folder: ${output}`, { cause: error })
  }
}

type ClusterPlace = { place: string; commit: () => void }

/** The cluster is in its home, unless the account cannot reach that; then it is in the shared folder and the home is a symlink. */
export function placeCluster(home: string, account: Account | undefined): ClusterPlace {
  rmSync(home, { force: true })
  if (!account) return { place: home, commit: () => {} }
  const parent = dirname(home)
  chmodSync(parent, statSync(parent).mode | 0o011)
  if (canReach(account, parent)) return { place: home, commit: () => {} }
  const clusters = sharedFolder('clusters')
  removeOrphans(clusters, home)
  const place = join(clusters, randomUUID())
  return {
    place,
    commit() {
      writeFileSync(join(place, 'home'), home)
      symlinkSync(place, home)
    },
  }
}

/** Removes clusters of this home that are not linked from it any more, because the data folder was deleted. */
function removeOrphans(clusters: string, home: string): void {
  for (const name of readdirSync(clusters)) {
    const cluster = join(clusters, name)
    if (readHome(cluster) === home) rmSync(cluster, { recursive: true })
  }
}

function readHome(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'home'), 'utf8')
  } catch {
    return undefined
  }
}
