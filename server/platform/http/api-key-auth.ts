import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import { type ApiKeyScope, isKeyAccess } from '#contract/roles.ts'
import { type CompanyContext, companyContext } from '../context.ts'
import type { App, KeyHolder } from './app.ts'
import { originOf, registerRoute, sendPage } from './endpoints.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    keyHolder: KeyHolder | null
  }
}

export type KeyEndpointHandler<E extends Endpoint> = (
  ctx: CompanyContext,
  input: ParsedInputOf<E>,
  holder: KeyHolder,
) => Promise<ReplyInputOf<E> | (ReplyInputOf<E> extends (infer Row)[] ? Page<Row> : never)>

/** Serves an endpoint to programs with an API key. */
export function serveKeyEndpoint<E extends Endpoint>(app: App, endpoint: E, handler: KeyEndpointHandler<E>): void {
  const { access } = endpoint
  if (!isKeyAccess(access)) throw new Error('A call of a signed-in person is declared by serve')
  const scope = access.slice('key:'.length) as ApiKeyScope
  registerRoute(app.http, endpoint, authorizeKey(app, scope), async (request, reply, input) => {
    const holder = getKeyHolderOrThrow(request)
    const result = await handler(keyContext(app, request, holder), input as ParsedInputOf<E>, holder)
    return endpoint.paged ? sendPage(request, reply, result as Page<unknown>) : result
  })
}

const missingKeyMessage = say('Send a valid key: Authorization: Bearer <key>')

const keyInAddressMessage = say(
  'A key in the URL is not accepted here, since URLs are stored and logged. Send it as a header: Authorization: Bearer <key>',
)

/** Where a route finds the key of a request, and what it answers without a valid one. */
type KeySource = {
  keyOf: (request: FastifyRequest) => string | null
  refusalOf: (request: FastifyRequest) => Message
}

const headerOnly: KeySource = {
  keyOf: bearerToken,
  refusalOf: (request) => (hasKeyInAddress(request) ? keyInAddressMessage : missingKeyMessage),
}

const hasKeyInAddress = ({ query }: FastifyRequest): boolean => (query as Record<string, unknown>)['key'] !== undefined

/**
 * Authorizes a request by its API key: 401 without a valid key, 429 after too many wrong keys or over the key's rate limit, 403 when
 * the key lacks the scope.
 */
export function authorizeKey(app: App, scope: ApiKeyScope, { keyOf, refusalOf }: KeySource = headerOnly) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = keyOf(request)
    if (!key) await app.http.countRefusal(request, reply)
    request.keyHolder = key ? await app.authenticateKey(key, request, reply) : null
    if (!request.keyHolder) throw new HttpError(401, refusalOf(request))
    await app.http.countKey(request, reply)
    if (!request.keyHolder.scopes.includes(scope))
      throw new AppError('forbidden', say('This key doesn’t have the permission {permission}.', { permission: scope }))
  }
}

export function getKeyHolderOrThrow({ keyHolder }: FastifyRequest): KeyHolder {
  if (!keyHolder) throw new HttpError(401, missingKeyMessage)
  return keyHolder
}

export function keyContext(app: App, request: FastifyRequest, holder: KeyHolder): CompanyContext {
  const actor = { type: 'api_key', name: holder.name, channelId: holder.channelId } as const
  return companyContext(
    app.deps,
    { actor, origin: originOf(request), log: request.log as App['deps']['log'] },
    holder.companyId,
  )
}

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +(\S{1,300})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** The channel of a request: the key's own, or the one that a master key names; null for all channels. */
export function resolveKeyChannel({ channelId }: KeyHolder, namedChannelId: string | undefined): string | null {
  if (channelId !== null && namedChannelId !== undefined && namedChannelId !== channelId) {
    throw new AppError(
      'forbidden',
      say('This key belongs to another channel. Leave channelId out, or send that channel’s own key.'),
    )
  }
  return channelId ?? namedChannelId ?? null
}
