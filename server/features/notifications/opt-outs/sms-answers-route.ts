import { AppError } from '#contract/errors.ts'
import { smsAnswersPath } from '#contract/notification-values.ts'
import type { App } from '#server/platform/http/app.ts'
import { acceptRawBodies } from '#server/platform/http/files.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { hashRecipient } from '../recipients/recipient-hash.ts'
import { changeOptOut } from './change-opt-out.ts'
import { parseForm } from './form-of.ts'
import { listCompaniesThatWroteTo } from './queries.ts'

const smsRouteOptions = { schema: { hide: true }, bodyLimit: 65_536, decompress: false } as const

/** Where the SMS service passes on what people answer. It says itself to them that it has understood STOP and START. */
export function smsAnswersRoute(app: App): void {
  const { deps } = app
  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.post(smsAnswersPath, smsRouteOptions, async (request, reply) => {
      const signature = request.headers['x-twilio-signature']
      const answer = deps.ports.sms?.readAnswer({
        // As the service knows it, whatever stands between it and this process.
        url: new URL(request.url, deps.config.PUBLIC_URL).href,
        signature: Array.isArray(signature) ? signature[0] : signature,
        form: parseForm(request.body),
      })
      if (!answer) {
        await app.http.countRefusal(request, reply)
        throw new AppError('forbidden', 'This call is not signed by the SMS service.')
      }
      const { from, wish } = answer
      if (wish !== 'other') {
        const hash = hashRecipient(deps.vault, from)
        const writers = await deps.db.onPlatform((tx) => listCompaniesThatWroteTo(tx, hash))
        for (const companyId of writers) {
          await changeOptOut(deps, originOf(request), { companyId, method: 'sms', recipientHash: hash }, wish)
        }
      }
      return reply.type('text/xml; charset=utf-8').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
    })
  })
}
