import type { z } from 'zod'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { makeCall, type Reply } from './call.ts'
import { endpointOf, endpointUrls } from './endpoints.ts'
import { Lwa } from './lwa.ts'
import type { Operation, WireRequest } from './operation.ts'
import type { HttpRequest } from './send.ts'
import type { AmazonSettings } from './settings.ts'
import { createThrottle } from './throttle.ts'
import { buildUrl } from './url.ts'

/** What the client must know of an account to speak for it. */
export type Caller = Pick<MarketplaceAccount, 'id' | 'region' | 'marketplaceIds' | 'refreshToken' | 'accessToken'>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Milliseconds since 1970; 90 seconds from now when absent. */
  deadline?: number | undefined
  /** Which marketplace it is about, where the account has several: it decides the endpoint. */
  marketplaceId?: string | undefined
}

export type AmazonClient = {
  call<Input, Wire extends z.ZodType>(
    caller: Caller,
    operation: Operation<Input, Wire>,
    input: Input,
    options?: CallOptions,
  ): Promise<z.output<Wire>>
  /** The same, with when it was asked and what it cost. */
  ask<Input, Wire extends z.ZodType>(
    caller: Caller,
    operation: Operation<Input, Wire>,
    input: Input,
    options?: CallOptions,
  ): Promise<Reply<z.output<Wire>>>
  authorize: Lwa['authorize']
}

const usualTimeout = 90_000

/** The one way out to Amazon: throttled, patient within its deadline, and silent about secrets. */
export function createAmazonClient(settings: AmazonSettings): AmazonClient {
  const throttle = createThrottle(settings.timing, settings.rateLimiter)
  const lwa = new Lwa(settings)

  const ask: AmazonClient['ask'] = async (caller, operation, input, { signal, deadline, marketplaceId } = {}) => {
    const { grantlessScope: scope } = operation
    return makeCall(settings, {
      operation,
      accountId: scope === null ? caller.id : null,
      bucket: throttle(scope === null ? caller.id : 'application', operation),
      sent: buildRequest(
        settings,
        operation.method,
        operation.request(input),
        baseUrlFor(settings, caller, marketplaceId),
      ),
      token: (wish) => (scope === null ? lwa.accountToken(caller, wish) : lwa.applicationToken(scope, wish)),
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
