import { parseAst } from 'vite'

/** As much of a parsed file as telling its parts apart takes. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }

export type ContractImport = { code: string; source: string; names: { imported: string; local: string }[] }
/** `used` are all names that stand in it, its own among them. */
export type ContractStatement = { code: string; declared: string[]; used: string[]; isExported: boolean }

/** A file of the contract imports and declares; anything else would be an effect of loading it. */
export function readContract(code: string): { imports: ContractImport[]; statements: ContractStatement[] } {
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
