import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { parseAst, type Plugin, transformWithOxc } from 'vite'

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

/** As much of a parsed file as telling its parts apart takes. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }

export type ContractImport = { code: string; source: string; names: { imported: string; local: string }[] }

/** `used` are all names that stand in it, its own among them. */
type ContractStatement = { code: string; declared: string[]; used: string[]; isExported: boolean }

/** A file of the contract imports and declares; anything else would be an effect of loading it. */
function readContract(code: string): { imports: ContractImport[]; statements: ContractStatement[] } {
  const lean = withoutServersPart(code)
  const body = parse(lean)
  const textOf = ({ start, end }: Node) => lean.slice(start, end)
  return {
    imports: body.filter(isImport).map((node) => ({
      code: textOf(node),
      source: String(child(node, 'source')['value']),
      names: children(node, 'specifiers').map((one) => ({
        imported: nameOf(child(one, 'imported')),
        local: nameOf(child(one, 'local')),
      })),
    })),
    statements: body
      .filter((node) => !isImport(node))
      .map((node) => {
        const isExported = node.type === 'ExportNamedDeclaration'
        const declaration = isExported ? child(node, 'declaration') : node
        return { code: textOf(declaration), declared: declaredBy(declaration), used: namesIn(declaration), isExported }
      }),
  }
}

/** What the browser never reads of an endpoint: the server checks what is sent and what is answered. */
const serversPart = new Set(['summary', 'params', 'query', 'body', 'reply', 'manual'])

function withoutServersPart(code: string): string {
  const definitions = parse(code).flatMap(definitionsIn)
  return definitions.toReversed().reduce((text, { start, end, ...definition }) => {
    const kept = children(definition, 'properties').filter(
      ({ key }) => !(isNode(key) && serversPart.has(String(key['name']))),
    )
    const fields = kept.map((one) => code.slice(one.start, one.end))
    return `${text.slice(0, start)}{ ${fields.join(', ')} }${text.slice(end)}`
  }, code)
}

/** Some endpoints share a function that makes their definition, which tells itself by its fields. */
function definitionsIn(node: Node): Node[] {
  const isOfEndpoint = node.type === 'CallExpression' && child(node, 'callee')['name'] === 'endpoint'
  const inside = isOfEndpoint ? children(node, 'arguments') : insideOf(node)
  return inside.flatMap((one) => {
    const isDefinition = one.type === 'ObjectExpression' && (isOfEndpoint || (has(one, 'path') && has(one, 'reply')))
    return isDefinition ? [one] : definitionsIn(one)
  })
}

const has = (node: Node, field: string) =>
  children(node, 'properties').some(({ key }) => isNode(key) && key['name'] === field)

function declaredBy(node: Node): string[] {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return [nameOf(child(node, 'id'))]
  if (node.type === 'VariableDeclaration') return children(node, 'declarations').map((one) => nameOf(child(one, 'id')))
  throw new Error(`A file of the contract has a ${node.type}: it may only import and declare`)
}

function namesIn(node: Node): string[] {
  return node.type === 'Identifier' ? [nameOf(node)] : insideOf(node).flatMap(namesIn)
}

/** Without what stands behind a dot or before a colon: those names are fields. */
function insideOf(node: Node): Node[] {
  const field = node['computed'] === false && !node['shorthand'] ? (node['property'] ?? node['key']) : null
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter((one) => one !== field)
}

const parse = (code: string) => children(parseAst(code), 'body')

const isImport = ({ type }: Node) => type === 'ImportDeclaration'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function child(node: object, field: string): Node {
  const value: unknown = Reflect.get(node, field)
  if (!isNode(value)) throw new Error(`A file of the contract is written in a way that was not expected: no ${field}`)
  return value
}

const children = (node: object, field: string): Node[] => [Reflect.get(node, field)].flat().filter(isNode)

function nameOf({ name }: Node): string {
  if (typeof name !== 'string') throw new Error('A file of the contract has something without a name')
  return name
}
