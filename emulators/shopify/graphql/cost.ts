import {
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

export const mostPerQuery = 1_000
const mutationCost = 10

/**
 * How many times the content of a list counts. Shopify says only that a connection is "sized by first and last"; apps that have measured it
 * saw 250 entries count as 12.
 */
const sized = (entries: number): number => (entries <= 1 ? entries : Math.max(1, Math.round(1.5 * Math.log2(entries))))

type Variables = Readonly<Record<string, unknown>>

/** The cost of a document before it runs: an object costs 1, scalars and enums nothing. */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  const costOf = ({ selections }: SelectionSetNode, typeName: string): number => {
    const type = schema.getType(typeName)
    if (!isObjectType(type) && !isInterfaceType(type)) return 0
    let cost = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        if (fragment) cost += costOf(fragment.selectionSet, fragment.typeCondition.name.value)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        cost += costOf(selection.selectionSet, selection.typeCondition?.name.value ?? typeName)
      } else if (selection.selectionSet) {
        const field = type.getFields()[selection.name.value]
        const inner = field && getNamedType(field.type)
        if (!inner || !isCompositeType(inner)) continue
        const given = (name: string) => {
          const value = selection.arguments?.find((argument) => argument.name.value === name)?.value
          if (value?.kind === Kind.VARIABLE) return variables[value.name.value]
          return value?.kind === Kind.INT ? Number(value.value) : undefined
        }
        const own = costOf(selection.selectionSet, inner.name)
        const ids = given('ids')
        const isConnection = inner.name.endsWith('Connection')
        const isPlain = selection.name.value === 'nodes' || selection.name.value === 'pageInfo'
        if (isConnection) cost += own * sized(Number(given('first') ?? 10))
        else if (Array.isArray(ids)) cost += (own + 1) * sized(ids.length)
        else cost += own + (isPlain && typeName.endsWith('Connection') && selection.name.value === 'pageInfo' ? 0 : 1)
      }
    }
    return cost
  }
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()
  const base = operation.operation === 'mutation' ? mutationCost : 0
  return base + costOf(operation.selectionSet, root?.name ?? '')
}

/** The cost of an answer: what was asked for and is not there costs nothing. */
export function actualCost(data: unknown, isMutation: boolean): number {
  const costOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + costOf(one), 0)
    if (typeof value !== 'object' || value === null) return 0
    const fields = Object.entries(value)
    const isConnection = 'nodes' in value && 'pageInfo' in value
    if (!isConnection) return 1 + fields.reduce((sum, [, one]) => sum + costOf(one), 0)
    const nodes = value.nodes as unknown[]
    return nodes.length === 0 ? 0 : Math.round((costOf(nodes) / nodes.length) * sized(nodes.length))
  }
  const fields = typeof data === 'object' && data !== null ? Object.values(data) : []
  return (isMutation ? mutationCost : 0) + fields.reduce((sum: number, one) => sum + costOf(one), 0)
}
