import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmSenderPath } from '#contract/notification-values.ts'
import { type CompanyContext, companyContext } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { acceptRawBodies } from '#server/platform/http/files.ts'
import { plainPage, plainPagePolicy } from '#server/platform/http/html-pages.ts'
import { confirmSender, findLinkRequest, parseLinkToken } from './confirm-sender.ts'

const routeOptions = { schema: { hide: true }, bodyLimit: 16_384, decompress: false } as const

type Link = { Params: { token: string } }

type Run<T> = (ctx: CompanyContext, secret: string) => Promise<T | null>

/**
 * The link in the mail to a sender address. It needs no session: whoever reads the mail may belong to no company here.
 * GET changes nothing, because mail scanners open links.
 */
export function confirmSenderRoute(app: App): void {
  const { deps } = app
  const follow = async <T>(request: FastifyRequest<Link>, reply: FastifyReply, run: Run<T>): Promise<T | null> => {
    const link = parseLinkToken(request.params.token)
    const actor = { type: 'system', name: 'Owner of the sender address' } as const
    const found =
      link && (await run(companyContext(deps, { actor, origin: originOf(request) }, link.companyId), link.secret))
    if (found === null) await app.http.countRefusal(request, reply)
    return found
  }

  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.get<Link>(confirmSenderPath, routeOptions, async (request, reply) => {
      const found = await follow(request, reply, findLinkRequest)
      return found ? sendPage(reply, 200, pages.asks(found)) : sendPage(reply, 404, brokenLink)
    })
    scope.post<Link>(confirmSenderPath, routeOptions, async (request, reply) => {
      const outcome = await follow(request, reply, async (ctx, secret) => {
        const result = await confirmSender(ctx, secret)
        if (result?.state !== 'refused') return result
        recordRefusedLink(app, ctx)
        return null
      })
      if (!outcome) return sendPage(reply, 404, brokenLink)
      return sendPage(reply, outcome.state === 'confirmed' ? 200 : 409, pages[outcome.state](outcome))
    })
  })
}

/** Not in the transaction of the link: anybody may send made-up ones, and the log of refusals writes one an hour. */
const recordRefusedLink = ({ http }: App, { actor, origin, companyId }: CompanyContext) =>
  http.refusals.addEntry({
    by: { actor, origin },
    action: 'settings.refuse-sender',
    resource: 'settings',
    resourceId: null,
    companyId,
    after: { why: 'The link was used before, has expired, or was replaced or made up.' },
  })

type Page = { title: string; text: string; button?: string }

const pages = {
  asks: ({ companyName, address }) => ({
    title: `Send email from ${address}?`,
    text: `${companyName} wants to send email to its customers from this address. Confirm only if this is your address and you agree.`,
    button: 'Confirm this address',
  }),
  confirmed: ({ companyName, address }) => ({
    title: 'Address confirmed',
    text: `Emails from ${companyName} now come from ${address}. You can close this page.`,
  }),
  taken: ({ address }) => ({
    title: 'This address is already in use',
    text: `Another company sends from ${address}, and an address can serve only one company. Choose another address, or ask your provider.`,
  }),
} satisfies Record<string, (request: { companyName: string; address: string }) => Page>

const brokenLink: Page = {
  title: 'This link does not work',
  text: 'Only the newest link works, once, for 24 hours. To get another, choose Send again under Settings > Integrations > Email service.',
}

function sendPage(reply: FastifyReply, status: number, { title, text, button }: Page) {
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}`
  return reply
    .code(status)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(plainPage({ title, body }))
}
