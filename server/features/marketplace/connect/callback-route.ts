import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { amazonCallbackPath, amazonConnectionPath } from '#contract/marketplace.ts'
import type { ConnectionFailure } from '#contract/marketplace-values.ts'
import { signInAddress } from '#contract/paths.ts'
import { companyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { callerOf } from '#server/platform/http/endpoints.ts'
import { credentialLimit } from '#server/platform/http/rate-limit.ts'
import { completeConnection } from './complete-connection.ts'
import { ConnectionProblem } from './connection-problem.ts'

const options = { schema: { hide: true }, config: { rateLimit: credentialLimit } }

/** Where Amazon sends the browser back to. A page, not a call: it always ends on a screen that says how it went. */
export function callbackRoute(app: App): void {
  app.http.get(amazonCallbackPath, options, async (request, reply) => {
    const outcome = await connect(app, request).then(
      (): CallbackOutcome => ({ status: 'success' }),
      (error: unknown) => toOutcome(request, error),
    )
    // The address that the browser comes from holds the code.
    void reply.header('referrer-policy', 'no-referrer')
    return reply.redirect(redirectUrl(outcome))
  })
}

const queryText = z.string().max(4_000).optional().catch(undefined)
const CallbackQuery = z.object({
  state: queryText,
  error: queryText,
  selling_partner_id: queryText,
  spapi_oauth_code: queryText,
})

async function connect(app: App, request: FastifyRequest): Promise<void> {
  const signedIn = await app.authenticate(request)
  if (!signedIn?.company) throw new ConnectionProblem('signed-out', 'Nobody is signed in, or not in a company')
  const ctx = companyContext(app.deps, callerOf(signedIn, request), signedIn.company.id)
  const { state = '', error, selling_partner_id: sellerId, spapi_oauth_code: code } = CallbackQuery.parse(request.query)
  await completeConnection(ctx, { state, error, sellerId, code })
}

type CallbackOutcome = { status: 'success' | 'error'; reason?: ConnectionFailure }

/** Whoever is signed out would see nothing there, so the sign-in comes first. */
function redirectUrl(outcome: CallbackOutcome): string {
  const page = `${amazonConnectionPath}?${new URLSearchParams(outcome).toString()}`
  return outcome.reason === 'signed-out' ? signInAddress(page) : page
}

function toOutcome(request: FastifyRequest, error: unknown): CallbackOutcome {
  if (error instanceof ConnectionProblem) {
    request.log.warn({ err: error, reason: error.reason }, 'an Amazon account could not be connected')
    return { status: 'error', reason: error.reason }
  }
  request.log.error({ err: error }, 'connecting an Amazon account failed')
  return { status: 'error' }
}
