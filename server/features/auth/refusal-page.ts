import type { FastifyReply } from 'fastify'
import { signInPath } from '#contract/paths.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import { plainPage } from '#server/platform/http/html-pages.ts'
import { pagePolicy } from '#server/platform/http/headers.ts'

export type SignInError = { status: number; title: string; sentence: string }

export function sendSignInErrorPage(reply: FastifyReply, error: SignInError): FastifyReply {
  const nonce = reply.request.id
  const body = `<h1>${escapeHtml(error.title)}</h1><p>${escapeHtml(error.sentence)}</p>
<p><a class="button" href="${signInPath}">Try again</a></p><p><a href="/">Back to the start page</a></p>`
  return reply
    .code(error.status)
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(plainPage({ title: error.title, nonce, body }))
}
