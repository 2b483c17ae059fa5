import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { type ContractStatement, readContract } from './contract-syntax.ts'

const lightMark = '?light'

/**
 * Parts each file of the contract in two for the browser: what is made of zod, and the light rest, which names the calls
 * and has words and rules. Every screen calls the server, but only forms check what is typed: without this, everybody
 * would load zod and the shapes of all answers before the first screen. A file of the contract does nothing by being
 * loaded, so the half that nobody asks for is left out.
 */
export function browserContract(folder: string): Plugin {
  const known = new Map<string, Promise<Halves>>()
  const halvesOf = (file: string): Promise<Halves> => {
    const halves = known.get(file) ?? readHalves(file, halvesOf)
    known.set(file, halves)
    return halves
  }

  return {
    name: 'light-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith(lightMark) && importer ? resolve(dirname(importer), source) : undefined,
    async load(id) {
      const isLight = id.endsWith(lightMark)
      const file = isLight ? id.slice(0, -lightMark.length) : id
      if (dirname(file) !== folder) return null
      const { light, heavy } = await halvesOf(file)
      return { code: isLight ? light : heavy, moduleType: 'js', moduleSideEffects: false }
    },
  }
}

type Halves = { light: string; heavy: string; lightNames: ReadonlySet<string> }

async function readHalves(file: string, halvesOf: (file: string) => Promise<Halves>): Promise<Halves> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { imports, statements } = readContract(code)
  const heavyNames = new Set<string>()
  for (const { source, names } of imports) {
    const lightThere = source.startsWith('.') ? (await halvesOf(resolve(dirname(file), source))).lightNames : null
    for (const { imported, local } of names) if (!lightThere?.has(imported)) heavyNames.add(local)
  }
  spread(heavyNames, statements)
  const isLight = ({ declared }: ContractStatement) => !declared.some((name) => heavyNames.has(name))
  return compose(
    imports.map((one) => one.code),
    statements.filter(isLight),
    statements.filter((one) => !isLight(one)),
    JSON.stringify(`./${basename(file)}${lightMark}`),
  )
}

/** Whatever uses something heavy is heavy. */
function spread(heavyNames: Set<string>, statements: readonly ContractStatement[]): void {
  const next = statements.find(
    ({ declared, used }) =>
      used.some((name) => heavyNames.has(name)) && !declared.every((name) => heavyNames.has(name)),
  )
  if (!next) return
  for (const name of next.declared) heavyNames.add(name)
  spread(heavyNames, statements)
}

type Statements = readonly ContractStatement[]

/** Both halves keep all imports: the bundler drops those that a half has no use for. */
function compose(imports: readonly string[], light: Statements, heavy: Statements, lightFile: string): Halves {
  const namesOf = (some: Statements) => some.flatMap(({ declared }) => declared)
  const exported = (some: Statements) => namesOf(some.filter(({ isExported }) => isExported))
  const codeOf = (some: Statements) => some.map(({ code }) => code)
  const list = (names: string[]) => `{ ${names.join(', ')} }`
  return {
    light: [...imports, ...codeOf(light), `export ${list(namesOf(light))}`].join('\n'),
    heavy: [
      ...imports,
      `import ${list(namesOf(light))} from ${lightFile}`,
      `export ${list(exported(light))} from ${lightFile}`,
      ...codeOf(heavy),
      `export ${list(exported(heavy))}`,
    ].join('\n'),
    lightNames: new Set(exported(light)),
  }
}
