import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackupStore, listNames } from '#server/backup/backup-store.ts'
import { type Account, chooseAccount } from '../postgres/account.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { placeCluster } from '../postgres/cluster.ts'
import { type Choice, chooseReach, type RestoreOptions } from './options.ts'
import { nothingToFetch, recover, recoveryTarget, setPassword } from './recover.ts'
import { unpack } from './unpack.ts'

type Print = (line: string) => void

export type RestoreRequest = Omit<Extract<RestoreOptions, { lists: false }>, 'lists'> & {
  /** For PostgreSQL while it replays. */
  settings?: Record<string, string>
}

/** Into a folder that is new or empty, never over one that exists. Answers how to go on. */
export async function restore(
  shelves: readonly BackupStore[],
  wishes: RestoreRequest,
  print: Print,
): Promise<string[]> {
  const into = resolve(wishes.into)
  if (existsSync(into) && readdirSync(into).length > 0) {
    throw new Error(`${wishes.into} is not empty. Name a new folder: nothing is ever restored over what is there.`)
  }
  const choice = await chooseReach(shelves, wishes.to, wishes.backup)
  const major = Math.floor(choice.reach.base.version / 10_000)
  print(`From backup ${choice.reach.base.name} and ${choice.reach.log.length} files of the log.`)
  if (wishes.filesOnly) return layOut(choice, wishes.to, into, major)
  return build(choice, { ...wishes, into }, major, print)
}

/** For a PostgreSQL of one's own. */
async function layOut({ shelf, reach }: Choice, to: string, into: string, major: number): Promise<string[]> {
  const partial = `${into}.partial`
  rmSync(partial, { recursive: true, force: true })
  await unpack(shelf, reach, partial, new Date(to))
  markRestored(partial, to)
  setInData(partial, { restore_command: nothingToFetch, recovery_target_timeline: 'current', ...recoveryTarget(to) })
  writeFileSync(join(partial, 'recovery.signal'), '', { mode: 0o600 })
  rmSync(into, { recursive: true, force: true })
  renameSync(partial, into)
  return [
    `Start PostgreSQL ${major} on ${into} as its owner. It replays its log up to ${to} and then takes connections.`,
    'Then npm run reconcile, with the environment of the server: until then nothing is taken in or sent.',
    'If it says that recovery ended before its target: take recovery_target_time out of postgresql.auto.conf, start again.',
  ]
}

/** Built aside and renamed when whole, as a folder that `npm start` runs on. */
async function build({ shelf, reach }: Choice, wishes: RestoreRequest, major: number, print: Print): Promise<string[]> {
  const { into, to, settings = {} } = wishes
  const account = chooseAccount(undefined)
  const { postgres } = findBinaries(account)
  expectVersion(postgres, major)
  const parent = join(into, 'postgres')
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  const { place, commit } = placeCluster(join(parent, 'cluster'), account)
  const partial = `${place}.partial`
  rmSync(partial, { recursive: true, force: true })
  try {
    mkdirSync(partial, { mode: 0o700 })
    const data = join(partial, 'data')
    await unpack(shelf, reach, data, new Date(to))
    markRestored(data, to)
    if (account) giveTo(account, partial)
    print('Replaying the log…')
    const lastChange = await recover({ postgres, data, account, to, settings })
    const password = randomBytes(24).toString('base64url')
    await setPassword(postgres, data, account, password)
    writePassword(join(partial, 'password'), password, account)
    renameSync(partial, place)
    commit()
    return howToGoOn(wishes.into, lastChange)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

const howToGoOn = (into: string, lastChange: string | undefined): string[] => [
  lastChange ? `The last change in it was made at ${lastChange}.` : 'No change was made after the backup.',
  `1. Bring the keys: copy secrets.json from the data folder before, or set the same ENCRYPTION_KEY.`,
  `2. DATA_DIR=${into} npm start: look at it. It takes nothing in and sends nothing, since the outside has heard more than it knows.`,
  `3. DATA_DIR=${into} npm start -- --reconcile: asks Amazon what it has, then goes on from there.`,
]

function expectVersion(postgres: string, major: number): void {
  const said = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  if (Number(/ (\d+)/.exec(said)?.[1]) === major) return
  throw new Error(`The backup is of PostgreSQL ${major}, and the one here is another: restore with --files-only.`)
}

function writePassword(file: string, password: string, account: Account | undefined): void {
  writeFileSync(file, password, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
}

/** All of a folder. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of [folder, ...inside]) if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, gid)
  chmodSync(folder, 0o700)
}

/** One for each PostgreSQL whose backups lie there. */
export async function findBackupStores(root: string, key: Buffer): Promise<BackupStore[]> {
  const systems = (await listNames(root)).filter((name) => /^\d+$/.test(name))
  if (systems.length === 0) throw new Error(`There is no backup in ${root}.`)
  return systems.map((system) => ({ root, system, key }))
}

/**
 * Says in PostgreSQL's own settings that its data are a copy of an earlier moment. They lie among its data, so the word goes wherever
 * these go, and whoever is connected can ask for it: `current_setting('lockstep.restored', true)`. The id tells one restore from another.
 */
function markRestored(data: string, to: string): void {
  setInData(data, { 'lockstep.restored': JSON.stringify({ id: randomUUID(), to }) })
}

/** What stands last in this file counts. */
function setInData(data: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
}
