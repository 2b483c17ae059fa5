import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { amazonCallbackPath, amazonConnectionPath } from '#contract/marketplace.ts'
import type { ConnectionFailure } from '#contract/marketplace-words.ts'
import { signInAddress } from '#contract/sign-in-paths.ts'
import { companyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { whoAsks } from '#server/platform/http/register.ts'
import { credentialTries } from '#server/platform/http/security.ts'
import { completeConnection } from './complete-connection.ts'
import { ConnectionProblem } from './connection-problem.ts'

const options = { schema: { hide: true }, config: { rateLimit: credentialTries } }

/** Where Amazon sends the browser back to. A page, not a call: it always ends on a screen that says how it went. */
export function callbackRoute(app: App): void {
  app.http.get(amazonCallbackPath, options, async (request, reply) => {
    const outcome = await connect(app, request).then(
      (): Outcome => ({ status: 'success' }),
      (error: unknown) => outcomeOf(request, error),
    )
    // The address that the browser comes from holds the code.
    void reply.header('referrer-policy', 'no-referrer')
    return reply.redirect(addressOf(outcome))
  })
}

const word = z.string().max(4_000).optional().catch(undefined)
const Answer = z.object({ state: word, error: word, selling_partner_id: word, spapi_oauth_code: word })

async function connect(app: App, request: FastifyRequest): Promise<void> {
  const signedIn = await app.authenticate(request)
  if (!signedIn?.company) throw new ConnectionProblem('signed-out', 'Nobody is signed in, or not in a company')
  const ctx = companyContext(app.deps, whoAsks(signedIn, request), signedIn.company.id)
  const { state = '', error, selling_partner_id: sellerId, spapi_oauth_code: code } = Answer.parse(request.query)
  await completeConnection(ctx, { state, error, sellerId, code })
}

type Outcome = { status: 'success' | 'error'; reason?: ConnectionFailure }

/** Whoever is signed out would see nothing there, so the sign-in comes first. */
function addressOf(outcome: Outcome): string {
  const page = `${amazonConnectionPath}?${new URLSearchParams(outcome).toString()}`
  return outcome.reason === 'signed-out' ? signInAddress(page) : page
}

function outcomeOf(request: FastifyRequest, error: unknown): Outcome {
  if (error instanceof ConnectionProblem) {
    request.log.warn({ err: error, reason: error.reason }, 'an Amazon account could not be connected')
    return { status: 'error', reason: error.reason }
  }
  request.log.error({ err: error }, 'connecting an Amazon account failed')
  return { status: 'error' }
}
