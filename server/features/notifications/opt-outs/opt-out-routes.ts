import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { smsAnswersPath, unsubscribePath } from '#contract/notification-values.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { acceptRawBodies, rawBodyOf } from '#server/platform/http/files.ts'
import { plainPage, plainPagePolicy } from '#server/platform/http/html-pages.ts'
import { hashRecipient } from '../recipients.ts'
import { changeOptOut, findCompanyName, listCompaniesThatWroteTo } from './opt-outs.ts'
import { parseUnsubscribeToken, type Unsubscriber } from './unsubscribe-token.ts'

const unsubscribeRouteOptions = { schema: { hide: true }, bodyLimit: 16_384, decompress: false } as const

type Link = { Params: { token: string } }

type UnsubscribeRequest = FastifyRequest<Link>

type UnsubscribeTarget = Unsubscriber & { companyName: string }

/**
 * The unsubscribe link of a mail. GET changes nothing, because mail scanners open links. Mail clients with one-click
 * unsubscribe (RFC 8058) send the POST directly.
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
      if (!known) return sendPage(reply.code(404), brokenLinkPage())
      return sendPage(reply, unsubscribePage({ companyName: known.companyName, state: 'asks' }))
    })
    scope.post<Link>(unsubscribePath, unsubscribeRouteOptions, async (request, reply) => {
      const known = await find(request, reply)
      if (!known) return sendPage(reply.code(404), brokenLinkPage())
      const { companyId, recipientHash, companyName } = known
      const choice = parseForm(request.body)['wish'] === 'start' ? 'start' : 'stop'
      await changeOptOut(deps, originOf(request), { companyId, method: 'email', recipientHash }, choice)
      const state = choice === 'stop' ? 'stopped' : 'resumed'
      return sendPage(reply, unsubscribePage({ companyName, state }))
    })
  })
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('content-security-policy', plainPagePolicy).type('text/html; charset=utf-8').send(page)

type UnsubscribePage = { companyName: string; state: 'asks' | 'stopped' | 'resumed' }

const pageTexts: Record<
  UnsubscribePage['state'],
  (company: string) => { title: string; text: string; wish: string; button: string }
> = {
  asks: (company) => ({
    title: `Stop emails from ${company}?`,
    text: `${company} emails you when your order is confirmed, ships and arrives. You can stop these emails here.`,
    wish: 'stop',
    button: 'Stop these emails',
  }),
  stopped: (company) => ({
    title: 'You are unsubscribed',
    text: `${company} will no longer email you about your orders.`,
    wish: 'start',
    button: 'Undo',
  }),
  resumed: (company) => ({
    title: 'You are subscribed again',
    text: `${company} will email you about your orders again.`,
    wish: 'stop',
    button: 'Stop these emails',
  }),
}

/** For customers, who know the shop but not Lockstep. */
function unsubscribePage({ companyName, state }: UnsubscribePage): string {
  const { title, text, wish, button } = pageTexts[state](companyName)
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<form method="post"><input type="hidden" name="wish" value="${wish}"><button>${escapeHtml(button)}</button></form>`
  return plainPage({ title, body })
}

function brokenLinkPage(): string {
  const title = 'This link does not work'
  const body = `<h1>${title}</h1><p>It may have been cut off. Open it from the email again, or reply to the email and ask to
be taken off the list.</p>`
  return plainPage({ title, body })
}

const smsRouteOptions = { schema: { hide: true }, bodyLimit: 65_536, decompress: false } as const

/** Webhook of the SMS service for replies. The service itself confirms STOP and START to the sender. */
export function smsAnswersRoute(app: App): void {
  const { deps } = app
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await app.http.countRefusal(request, reply)
    throw new AppError('forbidden', say('This call is not signed by the SMS service.'))
  }
  /** The service signs every call, so an unsigned one is refused before its body is read. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!deps.ports.sms || !request.headers['x-twilio-signature']) await refuse(request, reply)
  }
  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.post(smsAnswersPath, { ...smsRouteOptions, onRequest }, async (request, reply) => {
      const signature = request.headers['x-twilio-signature']
      const answer = deps.ports.sms?.readAnswer({
        // The URL that the service signed, whatever proxies are in between.
        url: new URL(request.url, deps.config.PUBLIC_URL).href,
        signature: Array.isArray(signature) ? signature[0] : signature,
        form: parseForm(request.body),
      })
      if (!answer) return refuse(request, reply)
      const { from, keyword } = answer
      if (keyword !== 'other') {
        const hash = hashRecipient(deps.vault, from)
        const writers = await deps.db.onPlatform((tx) => listCompaniesThatWroteTo(tx, hash))
        for (const companyId of writers) {
          await changeOptOut(deps, originOf(request), { companyId, method: 'sms', recipientHash: hash }, keyword)
        }
      }
      return reply.type('text/xml; charset=utf-8').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
    })
  })
}

/** Form fields, in a Fastify scope where bodies are raw bytes. */
const parseForm = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(rawBodyOf(body).toString('utf8')))
