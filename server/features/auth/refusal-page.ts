import type { FastifyReply } from 'fastify'
import { signInPath } from '#contract/sign-in-paths.ts'
import { escapeHtml, plainPage } from '#server/platform/http/html.ts'
import { pagePolicy } from '#server/platform/http/security.ts'

export type Refusal = { status: number; title: string; sentence: string }

export function sendRefusalPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const nonce = reply.request.id
  const body = `<h1>${escapeHtml(refusal.title)}</h1><p>${escapeHtml(refusal.sentence)}</p>
<p><a class="button" href="${signInPath}">Try again</a></p><p><a href="/">Back to the start page</a></p>`
  return reply
    .code(refusal.status)
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(plainPage({ title: refusal.title, nonce, body }))
}
