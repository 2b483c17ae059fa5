import { setImmediate as otherCalls } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint, EndpointScope, ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/paging.ts'
import { isKeyAccess } from '#contract/roles.ts'
import {
  type CompanyContext,
  companyContext,
  confirmSession,
  type PlatformContext,
  platformContext,
} from '../context.ts'
import { SessionChanged } from '../db/client.ts'
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

/** Puts an endpoint of the contract on the server: its guard, its schemas both ways, its context, its verb. */
export function serve<E extends Endpoint>(app: App, endpoint: E, handler: EndpointHandler<E>): void {
  const handleCall: CallHandler<E> = async (request, reply, call) => {
    const result = await handler(call.ctx, call.input, call.signedIn)
    return endpoint.paged ? sendPage(request, reply, result as Page<unknown>) : result
  }
  registerUserRoute(app, app.http, endpoint, handleCall, { recalls: endpoint.method === 'GET' })
}

/** A call that has passed the guard and whose fields are valid. */
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
 * A call of a signed-in person; `http` may be a scope of its own, with a parser for other bodies. Only what can be done
 * once more from its beginning may recall a session.
 */
export function registerUserRoute<E extends Endpoint>(
  app: App,
  http: FastifyInstance,
  endpoint: E,
  handleCall: CallHandler<E>,
  options = { recalls: false },
): void {
  registerRoute(http, endpoint, authorize(app, endpoint, options), async (request, reply, input) => {
    const answer = () => {
      const signedIn = getSignedInOrThrow(request)
      const ctx = contextFor(app, endpoint.scope, signedIn, request) as ContextOf<E['scope']>
      return handleCall(request, reply, { ctx, input: input as ParsedInputOf<E>, signedIn })
    }
    return request.premise ? answerWithConfirmedSession(app, request, answer) : answer()
  })
}

/** Whatever the session was taken for has been confirmed when the answer leaves; if it does not hold, all begins anew. */
async function answerWithConfirmedSession(
  app: App,
  request: FastifyRequest,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    const result = await answer()
    await confirmSession(app.deps.db, request.premise)
    return result
  } catch (error) {
    if (!(error instanceof SessionChanged) || !request.guardAnew) throw error
    await request.guardAnew()
    return answer()
  }
}

type AuthorizeHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

type RouteAnswer = (request: FastifyRequest, reply: FastifyReply, input: object) => Promise<unknown>

/** What all kinds of calls have in common: their schemas both ways, and what they refuse before anybody looks at them. */
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

/** For a body that has been checked before its turn. */
const withoutBody: FastifySchemaCompiler<unknown> = ({ schema, ...part }) =>
  part.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : validatorCompiler({ ...part, schema: schema as z.ZodType })

const fields = (part: unknown): object => (part && typeof part === 'object' ? part : {})

/** What has a schema refuses unknown fields by itself; what has none takes no fields at all. */
function assertNoUnknownFields(endpoint: Endpoint, request: FastifyRequest): void {
  const unknown = [
    ...(endpoint.query ? [] : Object.keys(fields(request.query))),
    ...(endpoint.body ? [] : Object.keys(fields(request.body))),
  ]
  if (unknown.length > 0) {
    const named = unknown.slice(0, maxFieldErrors)
    const errors = named.map((field) => ({ field, message: 'is not known here' }))
    throw new AppError('invalid', `Not known here: ${named.join(', ')}`, errors)
  }
}

export function getSignedInOrThrow(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new HttpError(401, 'Sign in first.')
  return request.signedIn
}

function contextFor(app: App, scope: EndpointScope, signedIn: SignedIn, request: FastifyRequest) {
  const caller = callerOf(signedIn, request)
  switch (scope) {
    case 'company':
      if (!signedIn.company) throw new AppError('conflict', 'Choose a company to work in first.')
      return companyContext(app.deps, caller, signedIn.company.id)
    case 'platform':
      return platformContext(app.deps, caller)
    case 'none':
      return null
  }
}

/** The signed-in person and where they ask from, for what they do to be put to them. */
export function callerOf(signedIn: SignedIn, request: FastifyRequest) {
  const { id, role } = signedIn.user
  return {
    actor: { type: 'user', userId: id, role, name: personName(signedIn.user) } as const,
    origin: originOf(request),
    log: request.log as App['deps']['log'],
    sessionCheck: request.premise,
  }
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

/** The list in a body that may be long: the schema of everything around its rows, and the schema of some rows. */
export type LongList = { field: string; around: z.ZodObject; rows: z.ZodArray }

export function longListOf(body: z.ZodObject): LongList | null {
  for (const [field, list] of Object.entries(body.shape)) {
    if (!(list instanceof z.ZodArray)) continue
    // Safe because the checks of a list, such as how long it may be, are made for lists.
    const checks = (list.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
    const anyRows = z.array(z.unknown()).check(...checks)
    return { field, around: body.extend({ [field]: anyRows }), rows: z.array(list.element) }
  }
  return null
}

/**
 * Checks a body as its schema does, some rows at a time: other calls get their turn in between, and nothing is looked
 * at beyond the first rows that are wrong.
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

/** What is wrong is thrown in the form in which Fastify tells of a body that its schema refuses. */
function parsedOrThrow<T>(result: z.ZodSafeParseResult<T>, placeOf: (path: PropertyKey[]) => PropertyKey[]): T {
  if (result.success) return result.data
  const validation = result.error.issues.map(({ path, message }) => ({
    instancePath: `/${placeOf(path).join('/')}`,
    message,
  }))
  throw Object.assign(new Error('The body is not valid'), { validation, validationContext: 'body' })
}

/** Under which the documentation lists what other people's programs call. */
export const websiteSection = 'For your website'
