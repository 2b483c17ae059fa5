import { setImmediate as otherCalls } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointScope,
  type ParsedInputOf,
  type ReplyInputOf,
  searchCall,
} from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import { riskHeader } from '#contract/risky-values.ts'
import { isKeyAccess } from '#contract/roles.ts'
import {
  type CompanyContext,
  companyContext,
  confirmSession,
  type PlatformContext,
  platformContext,
} from '../context.ts'
import { SessionChanged } from '../db/client.ts'
import { inReadersLanguage } from './language.ts'
import { type App, personName, type SignedIn } from './app.ts'
import { authorize } from './authorize.ts'
import { HttpError, maxFieldErrors } from './errors.ts'

type ContextOf<Scope extends EndpointScope> = {
  company: CompanyContext
  platform: PlatformContext
  none: null
}[Scope]

type ResultOf<E extends Endpoint> = E['paged'] extends false
  ? ReplyInputOf<E>
  : ReplyInputOf<E> | (ReplyInputOf<E> extends (infer Row)[] ? Page<Row> : never)

export type EndpointHandler<E extends Endpoint> = (
  ctx: ContextOf<E['scope']>,
  input: ParsedInputOf<E>,
  signedIn: SignedIn,
) => Promise<ResultOf<E>>

/** Serves an endpoint of the contract to signed-in people: authorization, validation both ways, context, handler. */
export function serve<E extends Endpoint>(app: App, endpoint: E, handler: EndpointHandler<E>): void {
  const handleCall: CallHandler<E> = async (request, reply, call) => {
    const result = await handler(call.ctx, call.input, call.signedIn)
    return endpoint.paged ? sendPage(request, reply, result as Page<unknown>) : result
  }
  registerUserRoute(app, app.http, endpoint, handleCall, { usesCache: endpoint.method === 'GET' })
}

/** The endpoint's route, and the one by POST where it has a `searchPath`. */
const routesOf = (endpoint: Endpoint): Endpoint[] => [endpoint, searchCall(endpoint)].filter((one) => one !== null)

/** A request that is authorized and whose fields are valid. */
export type AuthorizedCall<E extends Endpoint> = {
  ctx: ContextOf<E['scope']>
  input: ParsedInputOf<E>
  signedIn: SignedIn
}

type CallHandler<E extends Endpoint> = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: AuthorizedCall<E>,
) => Promise<unknown>

/**
 * Registers a route for signed-in people; `http` may be an encapsulated scope with its own body parser. `usesCache` is only for
 * handlers that can be repeated from the beginning, because an outdated cached session repeats the call.
 */
export function registerUserRoute<E extends Endpoint>(
  app: App,
  http: FastifyInstance,
  endpoint: E,
  handleCall: CallHandler<E>,
  options = { usesCache: false },
): void {
  for (const route of routesOf(endpoint)) {
    registerRoute(http, route, authorize(app, route, options), async (request, reply, input) => {
      const answer = () => {
        const signedIn = getSignedInOrThrow(request)
        const ctx = contextFor(app, endpoint.scope, signedIn, request) as ContextOf<E['scope']>
        return handleCall(request, reply, { ctx, input: input as ParsedInputOf<E>, signedIn })
      }
      return request.sessionCheck ? answerWithConfirmedSession(app, request, answer) : answer()
    })
  }
}

/** Confirms the cached session before the reply is sent; when it is outdated, authorizes again and repeats the handler. */
async function answerWithConfirmedSession(
  app: App,
  request: FastifyRequest,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    const result = await answer()
    await confirmSession(app.deps.db, request.sessionCheck)
    return result
  } catch (error) {
    if (!(error instanceof SessionChanged) || !request.reauthorize) throw error
    await request.reauthorize()
    return answer()
  }
}

type AuthorizeHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

type RouteAnswer = (request: FastifyRequest, reply: FastifyReply, input: object) => Promise<unknown>

/** Registers a route with what all endpoints share: schemas for input and replies, body limit, rejection of unknown fields. */
export function registerRoute(
  http: FastifyInstance,
  endpoint: Endpoint,
  onRequest: AuthorizeHook,
  answer: RouteAnswer,
): void {
  const { method, path, params, query, body, status, repeatStatus, maxBodyBytes } = endpoint
  const longList = body && maxBodyBytes !== undefined ? longListOf(body) : null
  http.route({
    method,
    url: path,
    schema: {
      summary: endpoint.summary,
      tags: [isKeyAccess(endpoint.access) ? websiteSection : (path.split('/')[2] ?? '')],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: repliesOf(endpoint),
    },
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    config: { endpoint },
    onRequest,
    preValidation: [
      (request, _reply, done) => {
        assertNoUnknownFields(endpoint, request)
        if (body) request.body ??= {}
        done()
      },
      ...(longList ? [checkBody(longList)] : []),
    ],
    ...(longList ? { validatorCompiler: withoutBody } : {}),
    handler: async (request, reply) => {
      void reply.code(status)
      const input = { ...fields(request.params), ...fields(request.query), ...fields(request.body) }
      const result = await answer(request, reply, input)
      if (repeatStatus && isRepeat(result)) void reply.code(repeatStatus)
      return result
    },
  })
}

const repliesOf = ({ reply, status, repeatStatus }: Endpoint): Record<number, z.ZodType> => ({
  [status]: reply,
  [repeatStatus ?? status]: reply,
})

const isRepeat = (result: unknown) => (fields(result) as { isNew?: boolean }).isNew === false

const checkBody = (longList: LongList) => async (request: FastifyRequest) => {
  request.body = await validateLongList(longList, request.body)
}

/** Skips Fastify's body validation where `validateLongList` has done it. */
const withoutBody: FastifySchemaCompiler<unknown> = ({ schema, ...part }) =>
  part.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : validatorCompiler({ ...part, schema: schema as z.ZodType })

const fields = (part: unknown): object => (part && typeof part === 'object' ? part : {})

/** Rejects query and body fields of endpoints that declare none; strict schemas reject the others. */
function assertNoUnknownFields(endpoint: Endpoint, request: FastifyRequest): void {
  const unknown = [
    ...(endpoint.query ? [] : Object.keys(fields(request.query))),
    ...(endpoint.body ? [] : Object.keys(fields(request.body))),
  ]
  if (unknown.length > 0) {
    const named = unknown.slice(0, maxFieldErrors)
    const errors = named.map((field) => ({ field, message: say('is not recognized') }))
    throw new AppError('invalid', say('Not recognized: {fields}', { fields: named.join(', ') }), errors)
  }
}

export function getSignedInOrThrow(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new HttpError(401, say('Sign in first.'))
  return request.signedIn
}

function contextFor(app: App, scope: EndpointScope, signedIn: SignedIn, request: FastifyRequest) {
  const caller = callerOf(signedIn, request)
  switch (scope) {
    case 'company':
      if (!signedIn.company) throw new AppError('conflict', say('Choose a company to work in first.'))
      return companyContext(app.deps, caller, signedIn.company.id)
    case 'platform':
      return platformContext(app.deps, caller)
    case 'none':
      return null
  }
}

/** The actor and origin of a request by a signed-in person, for context and audit log. */
export function callerOf(signedIn: SignedIn, request: FastifyRequest) {
  const { id, role } = signedIn.user
  return {
    actor: { type: 'user', userId: id, role, name: personName(signedIn.user) } as const,
    origin: originOf(request),
    log: request.log as App['deps']['log'],
    sessionCheck: request.sessionCheck,
    riskAnswer: riskAnswerOf(request),
    inReadersLanguage: (message: Message) => inReadersLanguage(request, message),
  }
}

function riskAnswerOf({ headers }: FastifyRequest): string | null {
  const answer = headers[riskHeader.toLowerCase()]
  return typeof answer === 'string' ? answer : null
}

export const originOf = (request: FastifyRequest) => ({
  requestId: request.id,
  ipAddress: request.address,
  userAgent: request.headers['user-agent'] ?? null,
})

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>): unknown[] {
  void reply.header('x-total-count', page.total)
  if (page.next !== null) {
    const [path, search] = request.url.split('?')
    const query = new URLSearchParams(search)
    query.set('cursor', page.next)
    void reply.header('link', `<${path}?${query.toString()}>; rel="next"`)
  }
  return page.rows
}

const rowsPerChunk = 1_000

/** A body with a long list: the schema of everything around the rows, and the schema of a chunk of rows. */
export type LongList = { field: string; around: z.ZodObject; rows: z.ZodArray }

export function longListOf(body: z.ZodObject): LongList | null {
  for (const [field, list] of Object.entries(body.shape)) {
    if (!(list instanceof z.ZodArray)) continue
    // Safe because the checks of an array schema (such as its length) are made for arrays.
    const checks = (list.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
    const anyRows = z.array(z.unknown()).check(...checks)
    return { field, around: body.extend({ [field]: anyRows }), rows: z.array(list.element) }
  }
  return null
}

/**
 * Validates a body as its schema does, but in chunks of 1,000 rows with a yield to the event loop in between. It stops at the first
 * chunk with errors.
 */
export async function validateLongList({ field, around, rows }: LongList, body: unknown): Promise<object> {
  const frame = parsedOrThrow(around.safeParse(body), (path) => path)
  const sent = z.array(z.unknown()).parse(frame[field])
  const checked: unknown[] = []
  for (let start = 0; start < sent.length; start += rowsPerChunk) {
    const some = rows.safeParse(sent.slice(start, start + rowsPerChunk))
    checked.push(...parsedOrThrow(some, ([index, ...path]) => [field, start + Number(index), ...path]))
    await otherCalls()
  }
  return { ...frame, [field]: checked }
}

/** Throws validation errors in Fastify's own format. */
function parsedOrThrow<T>(result: z.ZodSafeParseResult<T>, placeOf: (path: PropertyKey[]) => PropertyKey[]): T {
  if (result.success) return result.data
  const validation = result.error.issues.map(({ path, message }) => ({
    instancePath: `/${placeOf(path).join('/')}`,
    message,
  }))
  throw Object.assign(new Error('The body is not valid'), { validation, validationContext: 'body' })
}

/** The section of the API documentation for programs of sellers. */
export const websiteSection = 'For your website'
