import { woocommerceCallbackPath } from '#contract/channel-connect.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { acceptRawBodies, rawBodyOf } from '#server/platform/http/files.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { claimConsent, completeConsent } from './consent.ts'

/** A key, a secret and a token. */
const maxBodyBytes = 8_192

/**
 * Takes the key that a WooCommerce shop posts after its owner agreed. A shop deletes the key again unless it gets exactly 200. Posts of
 * strangers cost one look-up by hash, and count like wrong keys.
 */
export function consentCallbackRoute(app: App): void {
  const options = { schema: { hide: true }, bodyLimit: maxBodyBytes, decompress: false } as const
  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.post(woocommerceCallbackPath, options, async (request, reply) => {
      assertReconciled(app.deps)
      const waiting = await app.http.attempt(request, reply, async () => {
        const found = await claimConsent(app.deps, parseJson(rawBodyOf(request.body)))
        if (!found) await app.http.countRefusal(request, reply)
        return found
      })
      if (!waiting)
        throw new AppError('not_found', say('No connection is waiting for this key. Start again in Lockstep.'))
      await completeConsent(app.deps, waiting, originOf(request))
      return reply.code(200).send({ connected: true })
    })
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
