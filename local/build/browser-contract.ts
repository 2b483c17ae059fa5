import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { parseAst, type Plugin, transformWithOxc } from 'vite'

const lightMark = '?light'

/**
 * Vite plugin that splits each contract file into two modules for the browser: the heavy half, which depends on zod, and the light
 * half with endpoints, values and rules. Every screen calls the server, but only forms validate input: without the split, the
 * first load would contain zod and all response schemas. Contract files have no side effects, so an unused half is dropped.
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
    resolveId: (source) => (source.endsWith(lightMark) ? join(folder, basename(source)) : undefined),
    async load(id) {
      const isLight = id.endsWith(lightMark)
      const file = isLight ? id.slice(0, -lightMark.length) : id
      if (dirname(file) !== folder) return null
      const { light, heavy } = await halvesOf(file)
      return { code: isLight ? light : heavy, moduleType: 'js', moduleSideEffects: false }
    },
    transform: {
      filter: { id: /\.tsx?$/ },
      handler: (code, id) => importLightHalves(code, id, folder, halvesOf),
    },
  }
}

type Halves = { light: string; heavy: string; lightNames: ReadonlySet<string> }

/**
 * Redirects an import of light names to the light half. The bundler drops an unused heavy half, but decides by imports which modules
 * are loaded together: a rule would be in the chunk of the forms that use the schemas of its file.
 */
async function importLightHalves(
  code: string,
  id: string,
  folder: string,
  halvesOf: (file: string) => Promise<Halves>,
): Promise<{ code: string; map: null }> {
  let redirected = code
  for (const node of parse(code, id.endsWith('.tsx') ? 'tsx' : 'ts')
    .filter(isImport)
    .toReversed()) {
    const source = child(node, 'source')
    const file = resolve(dirname(id), String(source['value']).replace(/^#contract/, folder))
    if (dirname(file) !== folder || extname(file) !== '.ts') continue
    const { lightNames } = await halvesOf(file)
    const isLight = (one: Node) => one['importKind'] === 'type' || lightNames.has(nameOf(child(one, 'imported')))
    if (!children(node, 'specifiers').every(isLight)) continue
    redirected = redirected.slice(0, source.end - 1) + lightMark + redirected.slice(source.end - 1)
  }
  return { code: redirected, map: null }
}

async function readHalves(file: string, halvesOf: (file: string) => Promise<Halves>): Promise<Halves> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { imports, statements } = readContract(code)
  const heavyNames = new Set<string>()
  for (const { source, names } of imports) {
    const lightThere = source.startsWith('.') ? (await halvesOf(resolve(dirname(file), source))).lightNames : null
    for (const { imported, local } of names) if (!lightThere?.has(imported)) heavyNames.add(local)
  }
  markHeavyUsers(heavyNames, statements)
  const isLight = ({ declared }: ContractStatement) => !declared.some((name) => heavyNames.has(name))
  return compose(
    imports,
    statements.filter(isLight),
    statements.filter((one) => !isLight(one)),
    JSON.stringify(`./${basename(file)}${lightMark}`),
  )
}

/** Marks statements that use a heavy name as heavy, transitively. */
function markHeavyUsers(heavyNames: Set<string>, statements: readonly ContractStatement[]): void {
  const next = statements.find(
    ({ declared, used }) =>
      used.some((name) => heavyNames.has(name)) && !declared.every((name) => heavyNames.has(name)),
  )
  if (!next) return
  for (const name of next.declared) heavyNames.add(name)
  markHeavyUsers(heavyNames, statements)
}

type Statements = readonly ContractStatement[]

/** A light half uses light halves only. */
function compose(imports: readonly ContractImport[], light: Statements, heavy: Statements, lightFile: string): Halves {
  const namesOf = (some: Statements) => some.flatMap(({ declared }) => declared)
  const exported = (some: Statements) => namesOf(some.filter(({ isExported }) => isExported))
  const codeOf = (some: Statements) => some.map(({ code }) => code)
  return {
    light: [...importsFor(light, imports, lightMark), ...codeOf(light), `export ${list(namesOf(light))}`].join('\n'),
    heavy: [
      ...importsFor(heavy, imports, ''),
      `import ${list(namesOf(light))} from ${lightFile}`,
      `export ${list(exported(light))} from ${lightFile}`,
      ...codeOf(heavy),
      `export ${list(exported(heavy))}`,
    ].join('\n'),
    lightNames: new Set(exported(light)),
  }
}

/** Imports of what the statements use, and of nothing else. */
function importsFor(statements: Statements, imports: readonly ContractImport[], mark: string): string[] {
  const used = new Set(statements.flatMap((one) => one.used))
  return imports.flatMap(({ source, names }) => {
    const needed = names.filter(({ local }) => used.has(local)).map(({ imported, local }) => `${imported} as ${local}`)
    return needed.length > 0 ? [`import ${list(needed)} from ${JSON.stringify(source + mark)}`] : []
  })
}

const list = (names: string[]) => `{ ${names.join(', ')} }`

/** A node of the syntax tree, as far as it is needed here. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }

type ContractImport = { source: string; names: { imported: string; local: string }[] }

/** `used`: all names in the statement, including its own. */
type ContractStatement = { code: string; declared: string[]; used: string[]; isExported: boolean }

/** A contract file has only imports and declarations; anything else would be a side effect. */
function readContract(code: string): { imports: ContractImport[]; statements: ContractStatement[] } {
  const stripped = withoutServerFields(code)
  const body = parse(stripped)
  const textOf = ({ start, end }: Node) => stripped.slice(start, end)
  return {
    imports: body.filter(isImport).map((node) => ({
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

/** Fields of an endpoint that only the server reads: it validates requests and responses. */
const serverFields = new Set(['summary', 'params', 'query', 'body', 'reply', 'manual'])

function withoutServerFields(code: string): string {
  const definitions = parse(code).flatMap(definitionsIn)
  return definitions.toReversed().reduce((text, { start, end, ...definition }) => {
    const remaining = children(definition, 'properties').filter(
      ({ key }) => !(isNode(key) && serverFields.has(String(key['name']))),
    )
    const fields = remaining.map((one) => code.slice(one.start, one.end))
    return `${text.slice(0, start)}{ ${fields.join(', ')} }${text.slice(end)}`
  }, code)
}

/** Endpoint definitions: arguments of `endpoint(…)`, or objects with `path` and `reply` in functions that build them. */
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

/** Child nodes, without names of properties and keys. */
function insideOf(node: Node): Node[] {
  const field = node['computed'] === false && !node['shorthand'] ? (node['property'] ?? node['key']) : null
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter((one) => one !== field)
}

const parse = (code: string, lang: 'js' | 'ts' | 'tsx' = 'js') => children(parseAst(code, { lang }), 'body')

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
