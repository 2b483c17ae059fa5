// A mirror of the npm registry may lack packages that are made for other platforms. npm then leaves them out of
// package-lock.json without a word, and `npm ci` refuses such a file everywhere. This writes them in, with the hash that
// the registry names, so run it after changing dependencies: `npm run lock`. On a platform that needs one of them, npm
// fetches exactly that version and checks its hash. Which registry is asked is npm's own setting; none is written down.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './bootstrap/install.mjs'

const systems = ['linux', 'darwin', 'win32', 'freebsd', 'android', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

/** The platform in the name of such a package: `@scope/binding-linux-arm64-musl`. */
function platformOf(name) {
  const nameParts = name.split('/').at(-1).replace('windows', 'win32').split(/[-.]/)
  const os = systems.find((system) => nameParts.includes(system))
  const cpu = processors.find((processor) => nameParts.includes(processor))
  const libc = nameParts.some((word) => word.startsWith('musl'))
    ? 'musl'
    : nameParts.includes('gnu')
      ? 'glibc'
      : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(os === 'linux' && libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

export function completeLock(lock) {
  const packages = { ...lock.packages }
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const packagePath = `node_modules/${name}`
      const platform = platformOf(name)
      if (packages[packagePath] || packages[`${path}/${packagePath}`] || Object.keys(platform).length === 0) continue
      packages[packagePath] = { version: range.replace(/^[\^~]/, ''), ...platform, ...(dev && { dev }), optional: true }
    }
  }
  const sorted = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

/**
 * Entries without a hash of their own. A bundled package is part of the archive of the package that contains it, whose
 * hash covers it.
 */
export function entriesWithoutHash(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, inBundle, link }]) => path !== '' && !inBundle && !link && !isHash(integrity))
    .map(([path, { version }]) => ({ path, name: path.split('node_modules/').at(-1), version }))
}

const isHash = (integrity) => typeof integrity === 'string' && integrity.startsWith('sha512-')

/** Adds the hashes that `findHash` knows; `missing` are the packages that it does not. */
export async function addHashes(lock, findHash) {
  const packages = { ...lock.packages }
  const missing = []
  for (const { path, name, version } of entriesWithoutHash(lock)) {
    const integrity = await findHash(name, version)
    if (isHash(integrity)) packages[path] = withHash(packages[path], integrity)
    else missing.push(`${name}@${version}`)
  }
  return { lock: { ...lock, packages }, missing }
}

/** In npm's place among the fields, so that npm does not move it later. */
function withHash({ version, ...entry }, integrity) {
  return { version, integrity, ...entry }
}

/** The hash of a package by the registry that npm is set to; null if the registry does not have that version. */
function askRegistry(name, version) {
  const [program, ...args] = npmCommand(['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'])
  return new Promise((resolve) => {
    execFile(program, args, { shell: program === 'npm' && process.platform === 'win32' }, (error, output) =>
      resolve(error ? null : output.trim()),
    )
  })
}

async function completeFile(file) {
  const { lock, missing } = await addHashes(completeLock(JSON.parse(readFileSync(file, 'utf8'))), askRegistry)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  return missing
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const missing = []
  for (const folder of ['..', '../mutation/tool']) {
    missing.push(...(await completeFile(join(import.meta.dirname, folder, 'package-lock.json'))))
  }
  if (missing.length > 0) {
    console.error(
      `The registry does not have these packages, so their hashes are not known:\n  ${missing.join('\n  ')}\n` +
        'Choose a version of the package that needs them of which it has those for every platform.',
    )
    process.exitCode = 1
  }
}
