/** A sentence in `t('…')` or `say('…')`, with the positions of the call and of its first argument. */
export type Message = {
  text: string
  /** `say` on the server, which translates when it answers. */
  name: 't' | 'say'
  start: number
  end: number
  argument: { start: number; end: number; isOnly: boolean }
  /** Names of the values given; null if they are not written out. */
  values: readonly string[] | null
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** All calls of `t` and `say` in a syntax tree, in the order of the code. */
export function findMessages(tree: unknown): Message[] {
  return nodesIn(tree).flatMap((node) => {
    if (node.type !== 'CallExpression' || !isNode(node['callee']) || !isOurs(node['callee'])) return []
    const [first, second] = [node['arguments']].flat().filter(isNode)
    const text = first && literalText(first)
    if (!first || text === null || text === undefined)
      throw new Error(`t() and say() need a sentence that is written out, at position ${node.start}`)
    const { start, end } = node
    return [
      {
        text,
        name: node['callee']['name'] === 't' ? 't' : 'say',
        start,
        end,
        argument: { start: first.start, end: first.end, isOnly: second === undefined },
        values: second ? namesOf(second) : [],
      },
    ]
  })
}

const isOurs = ({ name }: Node) => name === 't' || name === 'say'

/** Sentences on the screen that `t` does not know: texts of JSX, and attributes that people read. */
export function findUnmarked(tree: unknown): { text: string; start: number }[] {
  return nodesIn(tree).flatMap((node) => {
    const text = unmarkedText(node)
    return text !== null && /\p{L}{2}/u.test(text) && !isCode(text) ? [{ text: text.trim(), start: node.start }] : []
  })
}

/** Such as a name of a file or of a variable, or our brand, which are the same in every language. */
const isCode = (text: string) =>
  text.trim() === 'Lockstep' || (/^\S+$/.test(text.trim()) && (/[\d_/:.…]/.test(text) || text === text.toLowerCase()))

/** Attributes of ours and of HTML that hold words. */
const readAttributes = new Set(
  `action advice all alt aria-label blockReason cancelLabel caption confirmLabel consequence content description hint label lead note
  placeholder reason subtitle task text title what`.split(/\s+/),
)

function unmarkedText(node: Node): string | null {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type !== 'JSXAttribute' || !isNode(node['name']) || !isNode(node['value'])) return null
  if (!readAttributes.has(String(node['name']['name']))) return null
  const value = node['value'].type === 'JSXExpressionContainer' ? node['value']['expression'] : node['value']
  return isNode(value) ? literalText(value) : null
}

function literalText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = [node['quasis']].flat().filter(isNode)
  const cooked = quasis.map(({ value }) => (value as { cooked: string }).cooked)
  return cooked.length === 1 ? (cooked[0] ?? null) : null
}

function namesOf(object: Node): string[] | null {
  if (object.type !== 'ObjectExpression') return null
  const names = [object['properties']]
    .flat()
    .filter(isNode)
    .map(({ key }) => (isNode(key) ? key['name'] : null))
  return names.every((name) => typeof name === 'string') ? names : null
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (!isNode(value)) return []
  return [value, ...Object.values(value).flatMap((inside) => (typeof inside === 'object' ? nodesIn(inside) : []))]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
