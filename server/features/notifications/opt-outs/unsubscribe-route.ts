import type { FastifyReply, FastifyRequest } from 'fastify'
import { unsubscribePath } from '#contract/notification-values.ts'
import type { App } from '#server/platform/http/app.ts'
import { acceptRawBodies } from '#server/platform/http/files.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { pagePolicy } from '#server/platform/http/headers.ts'
import { changeOptOut } from './change-opt-out.ts'
import { parseForm } from './form-of.ts'
import { findCompanyName } from './queries.ts'
import { parseUnsubscribeToken, type Unsubscriber } from './token.ts'
import { brokenLinkPage, unsubscribePage } from './unsubscribe-page.ts'

const unsubscribeRouteOptions = { schema: { hide: true }, bodyLimit: 16_384, decompress: false } as const

type Link = { Params: { token: string } }
type UnsubscribeRequest = FastifyRequest<Link>
type UnsubscribeTarget = Unsubscriber & { companyName: string }

/**
 * The link in a customer's mail. Opening it changes nothing, since mail programs open links by themselves; a mail program
 * that offers to unsubscribe sends the form without showing the page.
 */
export function unsubscribeRoute(app: App): void {
  const { deps } = app
  const find = async (request: UnsubscribeRequest, reply: FastifyReply): Promise<UnsubscribeTarget | null> => {
    const named = parseUnsubscribeToken(deps.vault, request.params.token)
    const companyName =
      named && (await deps.db.inCompany(named.companyId, (tx) => findCompanyName(tx, named.companyId)))
    if (named && companyName !== null) return { ...named, companyName }
    await app.http.countRefusal(request, reply)
    return null
  }

  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.get<Link>(unsubscribePath, unsubscribeRouteOptions, async (request, reply) => {
      const known = await find(request, reply)
      if (!known) return sendPage(reply.code(404), brokenLinkPage(request.id))
      return sendPage(reply, unsubscribePage({ companyName: known.companyName, nonce: request.id, state: 'asks' }))
    })
    scope.post<Link>(unsubscribePath, unsubscribeRouteOptions, async (request, reply) => {
      const known = await find(request, reply)
      if (!known) return sendPage(reply.code(404), brokenLinkPage(request.id))
      const { companyId, recipientHash, companyName } = known
      const choice = parseForm(request.body)['wish'] === 'start' ? 'start' : 'stop'
      await changeOptOut(deps, originOf(request), { companyId, method: 'email', recipientHash }, choice)
      const state = choice === 'stop' ? 'stopped' : 'resumed'
      return sendPage(reply, unsubscribePage({ companyName, nonce: request.id, state }))
    })
  })
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('content-security-policy', pagePolicy(reply.request.id)).type('text/html; charset=utf-8').send(page)
