import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import { registerUserRoute, type AuthorizedCall } from './register.ts'
import { mailPolicy, pagePolicy } from './security.ts'

/** A page to look at or to print. Its one style element carries the nonce. */
export function serveHtmlPage<E extends Endpoint>(
  app: App,
  endpoint: E,
  renderPage: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input'], nonce: string) => Promise<string>,
): void {
  registerUserRoute(app, app.http, endpoint, async (request, reply, { ctx, input }) => {
    const page = await renderPage(ctx, input, request.id)
    return reply.header('content-security-policy', pagePolicy(request.id)).type('text/html; charset=utf-8').send(page)
  })
}

/** A mail as it arrives, to be shown in a frame of our own page. */
export function serveMailPage<E extends Endpoint>(
  app: App,
  endpoint: E,
  renderPage: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input']) => Promise<string>,
): void {
  registerUserRoute(app, app.http, endpoint, async (_request, reply, { ctx, input }) => {
    const page = await renderPage(ctx, input)
    return reply
      .header('content-security-policy', mailPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
