import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { AppError, problemTypes } from '#contract/errors.ts'
import type { RefusalLog, RefusedCall } from '../refusal-log.ts'
import type { KeyHolder, SignedIn } from './app.ts'
import { HiddenEndpoint } from './authorize.ts'
import { callerOf, originOf } from './endpoints.ts'
import { HttpError } from './errors.ts'
import { clientNetwork } from './rate-limit.ts'

const refusals = new Counter({
  name: 'lockstep_refusals_total',
  help: 'Refused calls: access (403 to a person), key (403 to a key), credential (wrong key or signature), sign-in, logout',
  labelNames: ['kind'] as const,
})

type RefusalKind = 'access' | 'key' | 'credential' | 'sign-in' | 'logout'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalRecorder
  }
}

/** Returns at once; `refusal-log.ts` writes later. */
type RefusalRecorder = Pick<RefusalLog, 'addEntry' | 'flush'> & {
  recordPerson(request: FastifyRequest, signedIn: SignedIn, why: string): void
  recordKey(request: FastifyRequest, holder: KeyHolder, why: string): void
  /** A key that opened nothing; recorded if it exists. */
  recordClosedKey(request: FastifyRequest, handle: string): void
  /** Counts a wrong credential by client network. */
  countCredential(kind: RefusalKind, network: string): void
  /** Counts a person whose client network is counted already. */
  countPerson(userId: string): void
}

/** Provides `http.refusals`, which every server needs: errors and wrong credentials are recorded there. */
export function recordRefusals(http: FastifyInstance, log: RefusalLog): void {
  const count = (kind: RefusalKind, network: string) => {
    refusals.inc({ kind })
    log.countSource({ type: 'network', id: network })
  }
  http.decorate('refusals', {
    recordPerson(request, signedIn, why) {
      const { method, route } = callOf(request)
      count('access', clientNetwork(request.address))
      log.countSource({ type: 'person', id: signedIn.user.id })
      log.addEntry({
        by: callerOf(signedIn, request),
        action: 'access.refuse',
        resource: 'access',
        resourceId: null,
        companyId: signedIn.company?.id ?? null,
        after: { method, route, why },
      })
    },
    recordKey(request, holder, why) {
      count('key', clientNetwork(request.address))
      log.addKey(callOf(request), holder, why)
    },
    recordClosedKey: (request, handle) => log.addClosedKey(callOf(request), handle),
    countCredential: count,
    countPerson: (id) => log.countSource({ type: 'person', id }),
    addEntry: log.addEntry,
    flush: log.flush,
  })
  http.addHook('onClose', log.flush)
}

/** Records an error that refuses something to a known person or key. */
export function recordRefusedRequest(error: unknown, request: FastifyRequest): void {
  const why = reasonOf(error)
  const person = request.signedIn ?? request.refusedPerson
  if (why === null) return
  if (person) request.server.refusals.recordPerson(request, person, why)
  else if (request.keyHolder) request.server.refusals.recordKey(request, request.keyHolder, why)
}

/** Why an error refuses; null if it does not. That a person has to sign in again is no refusal. */
function reasonOf(error: unknown): string | null {
  if (error instanceof HiddenEndpoint) return error.why
  if (error instanceof AppError) return error.code === 'forbidden' ? error.message : null
  if (!(error instanceof HttpError) || error.statusCode !== 403) return null
  return error.problemType === problemTypes.signInAgain ? null : error.message
}

const callOf = (request: FastifyRequest): RefusedCall => ({
  method: request.method,
  route: request.routeOptions.url ?? 'none',
  origin: originOf(request),
})
