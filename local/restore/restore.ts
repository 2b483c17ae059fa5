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
import { type ChosenBackup, chooseRecoveryWindow, type RestoreOptions } from './options.ts'
import { emptyRestoreCommand, recover, recoveryTarget, setPassword } from './recover.ts'
import { unpack } from './unpack.ts'

type Print = (line: string) => void

export type RestoreRequest = Omit<Extract<RestoreOptions, { lists: false }>, 'lists'> & {
  /** PostgreSQL settings during recovery. */
  settings?: Record<string, string>
}

/** Restores into a new or empty folder, never over existing data. Returns the next steps for the user. */
export async function restore(
  stores: readonly BackupStore[],
  request: RestoreRequest,
  print: Print,
): Promise<string[]> {
  const into = resolve(request.into)
  if (existsSync(into) && readdirSync(into).length > 0) {
    throw new Error(`${request.into} is not empty. Name a new folder: nothing is ever restored over what is there.`)
  }
  const choice = await chooseRecoveryWindow(stores, request.to, request.backup)
  const major = Math.floor(choice.window.base.version / 10_000)
  print(`From backup ${choice.window.base.name} and ${choice.window.log.length} files of the log.`)
  if (request.filesOnly) return restoreFiles(choice, request.to, into, major)
  return restoreCluster(choice, { ...request, into }, major, print)
}

/** Only the files, for a PostgreSQL that the user runs. */
async function restoreFiles(
  { store, window }: ChosenBackup,
  to: string,
  into: string,
  major: number,
): Promise<string[]> {
  const partial = `${into}.partial`
  rmSync(partial, { recursive: true, force: true })
  await unpack(store, window, partial, new Date(to))
  markRestored(partial, to)
  appendSettings(partial, {
    restore_command: emptyRestoreCommand,
    recovery_target_timeline: 'current',
    ...recoveryTarget(to),
  })
  writeFileSync(join(partial, 'recovery.signal'), '', { mode: 0o600 })
  rmSync(into, { recursive: true, force: true })
  renameSync(partial, into)
  return [
    `Start PostgreSQL ${major} on ${into} as its owner. It replays its log up to ${to} and then takes connections.`,
    'Then npm run reconcile, with the environment of the server: until then nothing is taken in or sent.',
    'If it says that recovery ended before its target: take recovery_target_time out of postgresql.auto.conf, start again.',
  ]
}

/** A complete data folder for `npm start`; created under another name and renamed when complete. */
async function restoreCluster(
  { store, window }: ChosenBackup,
  request: RestoreRequest,
  major: number,
  print: Print,
): Promise<string[]> {
  const { into, to, settings = {} } = request
  const account = chooseAccount(undefined)
  const { postgres } = findBinaries(account)
  assertVersion(postgres, major)
  const parent = join(into, 'postgres')
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  const { place, commit } = placeCluster(join(parent, 'cluster'), account)
  const partial = `${place}.partial`
  rmSync(partial, { recursive: true, force: true })
  try {
    mkdirSync(partial, { mode: 0o700 })
    const data = join(partial, 'data')
    await unpack(store, window, data, new Date(to))
    markRestored(data, to)
    if (account) chownFolder(account, partial)
    print('Replaying the log…')
    const lastChange = await recover({ postgres, data, account, to, settings })
    const password = randomBytes(24).toString('base64url')
    await setPassword(postgres, data, account, password)
    writePassword(join(partial, 'password'), password, account)
    renameSync(partial, place)
    commit()
    return nextSteps(request.into, lastChange)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

const nextSteps = (into: string, lastChange: string | undefined): string[] => [
  lastChange ? `The last change in it was made at ${lastChange}.` : 'No change was made after the backup.',
  `1. Bring the keys: copy secrets.json from the data folder before, or set the same ENCRYPTION_KEY.`,
  `2. DATA_DIR=${into} npm start: look at it. It takes nothing in and sends nothing, since the outside has heard more than it knows.`,
  `3. DATA_DIR=${into} npm start -- --reconcile: asks Amazon what it has, then goes on from there.`,
]

function assertVersion(postgres: string, major: number): void {
  const output = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  if (Number(/ (\d+)/.exec(output)?.[1]) === major) return
  throw new Error(`The backup is of PostgreSQL ${major}, and the one here is another: restore with --files-only.`)
}

function writePassword(file: string, password: string, account: Account | undefined): void {
  writeFileSync(file, password, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
}

/** Makes the account the owner of a folder, recursively. */
export function chownFolder({ uid, gid }: Account, folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of [folder, ...inside]) if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, gid)
  chmodSync(folder, 0o700)
}

/** One store for each PostgreSQL (system identifier) with backups in the folder. */
export async function findBackupStores(root: string, key: Buffer): Promise<BackupStore[]> {
  const systems = (await listNames(root)).filter((name) => /^\d+$/.test(name))
  if (systems.length === 0) throw new Error(`There is no backup in ${root}.`)
  return systems.map((system) => ({ root, system, key }))
}

/**
 * Marks the data as a restored copy in PostgreSQL's settings. These are part of the data folder, so the mark moves with it, and every
 * connection can read it: `current_setting('lockstep.restored', true)`. The id distinguishes restores.
 */
function markRestored(data: string, to: string): void {
  appendSettings(data, { 'lockstep.restored': JSON.stringify({ id: randomUUID(), to }) })
}

/** The last occurrence of a setting in this file is the valid one. */
function appendSettings(data: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
}
