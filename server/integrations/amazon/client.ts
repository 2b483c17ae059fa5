import type { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { CallLog } from './call-log.ts'
import { endpointOf, endpointUrls } from './endpoints.ts'
import { findKnownError, hasOnlyErrors, readErrors, type RefusedCall, toRejected } from './errors.ts'
import { buildUrl, type HttpRequest, type HttpResponse, parseJson, send } from './http.ts'
import { reauthorizeMessage } from './known-errors.ts'
import { Lwa, type TokenOptions } from './lwa.ts'
import type { Operation, WireRequest } from './operation.ts'
import { retry } from './retry.ts'
import type { AmazonSettings } from './settings.ts'
import { createThrottle, type TokenBucket } from './throttle.ts'

/** The fields of a marketplace account that a call needs. */
export type Caller = Pick<MarketplaceAccount, 'id' | 'region' | 'marketplaceIds' | 'refreshToken' | 'accessToken'>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Milliseconds since 1970; 90 seconds from now when absent. */
  deadline?: number | undefined
  /** The marketplace of the call, where the account has several. It decides the regional endpoint. */
  marketplaceId?: string | undefined
}

export type AmazonClient = {
  call<Input, Wire extends z.ZodType>(
    caller: Caller,
    operation: Operation<Input, Wire>,
    input: Input,
    options?: CallOptions,
  ): Promise<z.output<Wire>>
  /** Like `call`, and also returns when the request was sent and how long it took. */
  ask<Input, Wire extends z.ZodType>(
    caller: Caller,
    operation: Operation<Input, Wire>,
    input: Input,
    options?: CallOptions,
  ): Promise<Reply<z.output<Wire>>>
  authorize: Lwa['authorize']
}

const usualTimeout = 90_000

/**
 * The only way out to the Selling Partner API. Each call gets a token (lwa.ts), waits for the rate limit (throttle.ts),
 * is retried until its deadline (retry.ts) and is logged without secrets (call-log.ts).
 */
export function createAmazonClient(settings: AmazonSettings): AmazonClient {
  const throttle = createThrottle(settings.timing, settings.rateLimiter)
  const lwa = new Lwa(settings)

  const ask: AmazonClient['ask'] = async (caller, operation, input, { signal, deadline, marketplaceId } = {}) => {
    const { grantlessScope: scope } = operation
    return makeCall(settings, {
      operation,
      accountId: scope === null ? caller.id : null,
      bucket: throttle(scope === null ? caller.id : 'application', operation),
      request: buildRequest(
        settings,
        operation.method,
        operation.request(input),
        baseUrlFor(settings, caller, marketplaceId),
      ),
      token: (options) => (scope === null ? lwa.accountToken(caller, options) : lwa.applicationToken(scope, options)),
      deadline: deadline ?? settings.timing.now() + usualTimeout,
      signal,
    })
  }
  return {
    ask,
    call: async (caller, operation, input, options) => (await ask(caller, operation, input, options)).answer,
    authorize: (code) => lwa.authorize(code),
  }
}

function baseUrlFor(
  { spApiUrl }: AmazonSettings,
  { region, marketplaceIds }: Caller,
  about: string | undefined,
): string {
  return spApiUrl ?? endpointUrls[endpointOf(region, about ?? marketplaceIds[0])]
}

function buildRequest(
  { version }: AmazonSettings,
  method: Operation['method'],
  { body, headers, ...where }: WireRequest,
  base: string,
): HttpRequest {
  return {
    method,
    url: buildUrl(base, where),
    headers: {
      accept: 'application/json',
      'user-agent': `Lockstep/${version} (Language=TypeScript; Platform=Node/${process.versions.node.split('.')[0]})`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
}

/** Milliseconds for one attempt. */
const attemptTimeout = 20_000

type Call<Wire extends z.ZodType> = {
  operation: Pick<Operation<never, Wire>, 'name' | 'isRead' | 'isRepeatable' | 'wire'>
  accountId: string | null
  bucket: TokenBucket
  request: HttpRequest
  token(options: TokenOptions): Promise<string>
  deadline: number
  signal: AbortSignal | undefined
}

type Reply<Answer> = {
  answer: Answer
  /** When the request that was answered was sent. */
  askedAt: Date
  /** Milliseconds spent waiting for the rate limit and for the answer, and milliseconds spent parsing. */
  waited: number
  parsed: number
}

/**
 * Makes one call with all its attempts. An attempt that fails because of the token is repeated once with a fresh token.
 */
function makeCall<Wire extends z.ZodType>(settings: AmazonSettings, call: Call<Wire>) {
  const { operation, bucket, deadline, signal } = call
  const log = new CallLog({ operation: operation.name, accountId: call.accountId }, settings)
  let rejectedToken: string | undefined

  const attemptOnce = async (attempt: number): Promise<Reply<z.output<Wire>>> => {
    const token = await call.token({ deadline, signal, refused: rejectedToken })
    await bucket.take({ deadline, signal })
    log.markSent()
    const response = await sendWithToken(settings, call, token).finally(() => bucket.release())
    bucket.updateRate(Number(response.headers.get('x-amzn-ratelimit-limit')))
    const spent = { waited: log.elapsed, readingSince: performance.now() }
    const json = parseJson(response)
    if (response.status < 400 && !hasOnlyErrors(json))
      return parseAnswer(settings, call, log, { response, json, spent, attempt })

    const refused = { operation: operation.name, status: response.status, errors: readErrors(json, [token]) }
    if (isTokenRejected(refused) && rejectedToken === undefined) {
      rejectedToken = token
      log.logRefusal(response, attempt, 'token')
      return attemptOnce(attempt)
    }
    throw toFailure(settings, refused, log, response, attempt)
  }

  return retry({
    timing: settings.timing,
    chance: settings.chance,
    deadline,
    signal,
    rate: () => bucket.rate,
    isRepeatable: operation.isRepeatable,
    isRead: operation.isRead,
    runOnce: attemptOnce,
    onError(error, attempt, pause) {
      if (error.kind === 'throttled') bucket.pause(pause ?? 0)
      log.logRetryableError(error, attempt, pause)
    },
  })
}

async function sendWithToken(
  settings: AmazonSettings,
  { operation, request, ...call }: Call<z.ZodType>,
  token: string,
) {
  const headers = { 'x-amz-access-token': token, ...request.headers }
  const limit = Math.min(attemptTimeout, call.deadline - settings.timing.now())
  try {
    return await send(settings, { ...request, headers }, { limit, signal: call.signal })
  } catch (error) {
    const isUnreadWrite = error instanceof Rejected && !operation.isRepeatable
    throw isUnreadWrite ? new Unavailable(error.sentence, { mayHaveHappened: true }) : error
  }
}

type ReceivedAnswer = {
  response: HttpResponse
  json: unknown
  spent: { waited: number; readingSince: number }
  attempt: number
}

function parseAnswer<Wire extends z.ZodType>(
  { countUnknown }: AmazonSettings,
  { operation }: Call<Wire>,
  log: CallLog,
  { response, json, spent, attempt }: ReceivedAnswer,
): Reply<z.output<Wire>> {
  const { success, data: answer, error } = operation.wire.safeParse(json)
  if (!success) {
    log.logRefusal(response, attempt, 'unknown_shape')
    countUnknown({ operation: operation.name, status: response.status, code: 'unknown_shape' })
    throw unknownShapeError(operation, error)
  }
  const parsed = performance.now() - spent.readingSince
  log.logAnswer(response, attempt)
  return { answer, askedAt: new Date(log.sentAt), waited: spent.waited, parsed }
}

/**
 * Whether a new token may help. Some 403 answers refuse the operation and not the token; those are in known-errors.ts.
 */
function isTokenRejected(refused: RefusedCall): boolean {
  if (refused.status === 401) return true
  return refused.status === 403 && (findKnownError(refused)?.code ?? 'no_permission') === 'no_permission'
}

function toFailure(
  settings: AmazonSettings,
  refused: RefusedCall,
  log: CallLog,
  response: HttpResponse,
  attempt: number,
): Error {
  const saysExpired = refused.errors.some(({ message, details }) => /expired/i.test(`${message} ${details}`))
  if (refused.status === 401 || (isTokenRejected(refused) && saysExpired)) {
    log.logRefusal(response, attempt, 'unauthorized')
    return new Unauthorized(reauthorizeMessage)
  }
  const rejected = toRejected(settings, refused)
  log.logRefusal(response, attempt, rejected.code ?? '')
  return rejected
}

/**
 * Builds the error for an answer that does not match the operation's schema. It names the path and never the value. A
 * write is `Unavailable` with `mayHaveHappened`, because Amazon has accepted it.
 */
function unknownShapeError(
  { name, isRepeatable }: Pick<Operation, 'name' | 'isRepeatable'>,
  { issues: [first] }: z.ZodError,
): Error {
  const where = `${name}: ${first?.path.join('.') || 'the whole'} (${first?.code ?? 'unknown'})`
  if (!isRepeatable) {
    return new Unavailable(say('Amazon sent an unexpected response ({where}).', { where }), { mayHaveHappened: true })
  }
  return new Rejected(
    say('Amazon sent an unexpected response ({where}). Your Lockstep provider needs to look into it.', { where }),
    { code: 'unknown_shape', whoActs: 'lockstep' },
  )
}
