import type { ShopCall } from '../emulator.ts'
import { misbehave, type ReplyOutcome } from '../faults.ts'
import { htmlReply, jsonReply, type Received, type Reply } from '../../http.ts'
import { createRouter } from '../../router.ts'
import {
  InvalidRequest,
  missingKey,
  noPermission,
  noRoute,
  Refusal,
  refusalReply,
  unknownKey,
  wrongSecret,
} from '../refusal.ts'
import type { ApiKey, Shop } from '../state.ts'
import { assertValid } from './checks.ts'
import { type Operation, type OperationCall } from './operation.ts'
import { orderOperations } from './orders.ts'
import { productOperations } from './products.ts'
import { siteOperations } from './site.ts'
import { webhookOperations } from './webhooks.ts'

const operations = [...siteOperations, ...orderOperations, ...productOperations, ...webhookOperations]

const findOperation = createRouter(operations)

/** The path of the REST API that a request names, or null. With plain permalinks it stands in a parameter. */
export function restRouteOf(path: string, query: URLSearchParams): string | null {
  const route = query.get('rest_route')
  if (path === '/' && route !== null) return route
  return path.startsWith('/wp-json/') ? path.slice('/wp-json'.length) : null
}

/** Answers a call of the REST API below the site's address. */
export async function answerRest(call: ShopCall, received: Received, route: string): Promise<ReplyOutcome> {
  const { emulator, shop } = call
  emulator.state.requests += 1
  if (shop.hasPlainPermalinks && !received.query.has('rest_route')) {
    return htmlReply(404, '<html><body><h1>Not Found</h1></body></html>')
  }
  const found = findOperation(received.method, route)
  const act = () => perform(call, received, found)
  const fault = found && emulator.faults.take(found.target.name)
  return fault ? misbehave(fault, act) : act()
}

type Found = ReturnType<typeof findOperation>

async function perform(call: ShopCall, received: Received, found: Found): Promise<Reply> {
  try {
    if (!found) throw noRoute()
    const operation = found.target
    if (!operation.isOpen) assertAllowed(call.shop, received, operation)
    const query = queryOf(received)
    const body = readBody(operation, received)
    assertQuery(operation, query)
    const given: OperationCall = { ...call, method: received.method, params: found.params, query, body }
    const { status = 200, data, total } = await operation.answer(given)
    if (received.method !== 'GET') call.emulator.scheduleSave()
    return jsonReply(status, data, {
      date: call.now.toUTCString(),
      ...(total === undefined ? {} : { 'x-wp-total': String(total) }),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error instanceof InvalidRequest) recordViolation(call, received, error)
    return refusalReply(error)
  }
}

const mostViolations = 200

function recordViolation(
  { emulator: { state }, now }: ShopCall,
  { method, path }: Received,
  error: InvalidRequest,
): void {
  const why = JSON.stringify(error.data)
  state.violations = [...state.violations, { at: now.toISOString(), request: `${method} ${path}`, why }].slice(
    -mostViolations,
  )
}

/** Parameters of the address that say how the API is reached, not what is asked. */
const addressParameters = ['rest_route', 'for', 'consumer_key', 'consumer_secret']

function queryOf({ query }: Received): URLSearchParams {
  const own = new URLSearchParams(query.toString())
  for (const name of addressParameters) own.delete(name)
  return own
}

function assertQuery({ query: known = {} }: Operation, query: URLSearchParams): void {
  for (const [name, value] of query) {
    const check = known[name]
    if (!check) throw new InvalidRequest(name, `${name} is unknown`)
    assertValid(name, check, value)
  }
}

function readBody({ body: check }: Operation, { body }: Received): Record<string, unknown> {
  if (!check) {
    if (body.length > 0) throw new InvalidRequest('body', 'a body was not expected')
    return {}
  }
  const value: unknown = parse(body)
  assertValid('body', check, value)
  return value as Record<string, unknown>
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new InvalidRequest('body', 'is not JSON')
  }
}

/** Real shops take the key over TLS only; an emulator on this machine has none. A reading key may not write, nor the other way. */
function assertAllowed(shop: Shop, received: Received, operation: Operation): void {
  const { key, secret } = credentialsOf(shop, received)
  const known = shop.keys.find((one) => one.key === key)
  if (!known) throw unknownKey()
  if (known.secret !== secret) throw wrongSecret()
  const what = operation.method === 'GET' ? 'read' : 'write'
  if (!isPermitted(known, what)) throw noPermission(what)
}

const isPermitted = ({ permissions }: ApiKey, what: 'read' | 'write'): boolean =>
  permissions === 'read_write' || permissions === what

function credentialsOf(shop: Shop, { headers, query, path }: Received) {
  const inQuery = { key: query.get('consumer_key'), secret: query.get('consumer_secret') }
  if (inQuery.key !== null) return inQuery
  // Keys are looked at only where the address contains the path of the API.
  const isNamed = path.includes('/wp-json/wc/') || (query.get('for') ?? '').startsWith('wp-json/wc/')
  const [, basic] = /^Basic (.+)$/.exec(headers['authorization'] ?? '') ?? []
  if (shop.dropsAuthorization) throw missingKey()
  if (!isNamed || !basic) throw unknownKey()
  const [key = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return { key, secret }
}
