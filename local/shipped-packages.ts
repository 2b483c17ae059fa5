import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './complete-lock.mjs'
import { root } from './root.ts'

/** Where a package runs: in the server, in people's browsers, or only while we build and test. */
export type Place = 'server' | 'browser' | 'development'

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

/**
 * The packages of the lock by their paths, with the place where each runs. npm's own division is not enough: what the
 * web application is built from is among the development dependencies, because the server does not install it.
 */
export function placesOf(lock: Lock, importedByWeb: readonly string[]): Map<string, Place> {
  const paths = Object.keys(lock.packages).filter((path) => path !== '')
  const places = new Map<string, Place>(paths.map((path) => [path, 'development']))
  for (const path of reachableFrom(lock, importedByWeb)) places.set(path, 'browser')
  for (const path of reachableFrom(lock, Object.keys(lock.packages['']?.dependencies ?? {}))) places.set(path, 'server')
  return places
}

/** The same by `name@version`: a package that is installed twice runs wherever one of its copies does. */
export function placesByVersion(lock: Lock, places: ReadonlyMap<string, Place>): Map<string, Place> {
  const byVersion = new Map<string, Place>()
  for (const wanted of ['development', 'browser', 'server'] as const) {
    for (const [path, place] of places) {
      const name = path.split('node_modules/').at(-1)
      if (place === wanted) byVersion.set(`${name}@${lock.packages[path]?.version}`, place)
    }
  }
  return byVersion
}

/** Paths of packages that others need at run time, as Node finds them: from the inside out. */
function reachableFrom(lock: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => ({ from: '', name }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = resolvePath(lock, next.from, next.name)
    if (path === null || found.has(path)) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] ?? {}
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ from: path, name })))
  }
  return found
}

function resolvePath(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[path]) return path
    if (folder === '') return null
  }
}

/** Names of the packages that the web application imports; tests are left out. */
export function packagesImportedByWeb(): string[] {
  const files = globSync(['web/**/*.{ts,tsx,css}', 'contract/**/*.ts'], { cwd: root })
  const sources = files.filter((file) => !/\.test\.tsx?$|^web\/testing\//.test(file))
  return [...new Set(sources.flatMap((file) => importsIn(readFileSync(join(root, file), 'utf8'))))].sort()
}

const importsIn = (source: string): string[] =>
  [...source.matchAll(/(?:from|import|import\()\s*['"]([@a-z][^'"]*)['"]/g)].map(([, specifier = '']) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  )
