import {
  type DocumentNode,
  execute,
  getVariableValues,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { jsonReply, type Received, type Reply } from '../../http.ts'
import type { ShopifyEmulator } from '../emulator.ts'
import { misbehave, type ReplyOutcome } from '../faults.ts'
import type { Shop, Version } from '../state.ts'
import { isValidToken } from '../tokens.ts'
import { missingScope } from './access.ts'
import { giveBack, takePoints, throttleStatus } from './bucket.ts'
import { actualCost, mostPerQuery, requestedCost } from './cost.ts'
import { createMutations } from './mutations.ts'
import { createQueries } from './queries.ts'
import { schemaOf } from './schema.ts'

type Call = {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Record<string, unknown>
  name: string
}

const mostViolations = 50

/** Answers `POST /{shop}/admin/api/{version}/graphql.json` by running the document against Shopify's own schema. */
export async function answerGraphql(
  emulator: ShopifyEmulator,
  shop: Shop,
  version: Version,
  received: Received,
): Promise<ReplyOutcome> {
  const now = emulator.clock.now()
  const headers = { 'x-shopify-api-version': version }
  if (shop.isFrozen) return jsonReply(402, { errors: 'Unavailable Shop' }, headers)
  if (!isValidToken(shop, received.headers['x-shopify-access-token'], now.getTime())) {
    return jsonReply(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' })
  }
  shop.stats.calls += 1
  const { call, errors } = readCall(version, received)
  if (!call) {
    noteViolations(shop, errors)
    return jsonReply(200, { errors }, headers)
  }
  shop.stats.operations[call.name] = (shop.stats.operations[call.name] ?? 0) + 1
  const act = () => run(emulator, shop, version, call, now)
  const fault = emulator.faults.take(call.name)
  if (fault) return misbehave(fault, () => void act())
  const reply = await act()
  emulator.scheduleSave()
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

function noteViolations(shop: Shop, errors: readonly GraphQLError[]): void {
  shop.stats.violations.push(...errors.map(({ message }) => message))
  shop.stats.violations.splice(0, Math.max(0, shop.stats.violations.length - mostViolations))
}

type ReadCall = { call: Call; errors?: never } | { call: null; errors: readonly GraphQLError[] }

/** Parses and validates the document and its variables, or says what is wrong with them. */
function readCall(version: Version, { body }: Received): ReadCall {
  const schema = schemaOf(version)
  const invalid = (...errors: readonly GraphQLError[]): ReadCall => ({ call: null, errors })
  try {
    const { query, variables = {} } = JSON.parse(body.toString()) as { query: string; variables?: Call['variables'] }
    const document = parse(query)
    const errors = validate(schema, document)
    if (errors.length > 0) return invalid(...errors)
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
    if (!operation) return invalid(new GraphQLError('The document has no operation.'))
    const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
    if (read.errors) return invalid(...read.errors)
    return { call: { document, operation, variables, name: operation.name?.value ?? 'anonymous' } }
  } catch (error) {
    return invalid(error instanceof GraphQLError ? error : new GraphQLError('The body is not a GraphQL request.'))
  }
}

const refusal = (message: string, code: string, extensions: object = {}): Reply =>
  jsonReply(200, { errors: [{ message, extensions: { code } }], extensions })

async function run(
  emulator: ShopifyEmulator,
  shop: Shop,
  version: Version,
  { document, operation, variables }: Call,
  now: Date,
): Promise<Reply> {
  const schema = schemaOf(version)
  const isMutation = operation.operation === 'mutation'
  const requested = requestedCost(schema, document, operation, variables)
  const status = () => throttleStatus(shop, now)
  const cost = (actualQueryCost: number | null) => ({
    cost: { requestedQueryCost: requested, actualQueryCost, throttleStatus: status() },
  })
  if (requested > mostPerQuery) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${mostPerQuery}).`
    return refusal(message, 'MAX_COST_EXCEEDED')
  }
  if (emulator.limits === 'shopify' && !takePoints(shop, requested, now)) {
    shop.stats.throttled += 1
    return refusal('Throttled', 'THROTTLED', cost(null))
  }
  const scope = missingScope(operation, shop.scopes)
  if (scope) {
    return refusal(
      `Access denied for ${scope.field} field. Required access: \`${scope.scope}\` access scope.`,
      'ACCESS_DENIED',
    )
  }
  const rootValue = isMutation ? createMutations({ emulator, shop, version, now }) : createQueries(shop, now)
  const result = await execute({ schema, document, rootValue, variableValues: variables })
  const actual = actualCost(result.data, isMutation)
  shop.stats.points += actual
  if (emulator.limits === 'shopify') giveBack(shop, requested - actual)
  return jsonReply(200, { ...result, extensions: cost(actual) })
}
