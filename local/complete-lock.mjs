// A mirror of the npm registry may lack packages that are made for other platforms. npm then leaves them out of
// package-lock.json without a word, and `npm ci` refuses such a file everywhere. This writes them in, so run it after
// changing dependencies: `npm run lock`. On a platform that needs one of them, npm fetches exactly that version.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  for (const folder of ['..', '../mutation/tool']) {
    const file = join(import.meta.dirname, folder, 'package-lock.json')
    const completed = completeLock(JSON.parse(readFileSync(file, 'utf8')))
    writeFileSync(file, `${JSON.stringify(completed, null, 2)}\n`)
  }
}
