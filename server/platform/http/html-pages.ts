import { randomBytes } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/i18n.ts'
import { escapeHtml } from '../escape.ts'
import type { App } from './app.ts'
import { type AuthorizedCall, registerUserRoute } from './endpoints.ts'
import { fixedPagePolicy, mailPolicy, pagePolicy } from './headers.ts'

/** 128 random bits. The request's id would not do: it is sent in a header and written to logs. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/** Serves an endpoint that replies with an HTML page. Its style element carries the nonce. */
export function serveHtmlPage<E extends Endpoint>(
  app: App,
  endpoint: E,
  renderPage: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input'], nonce: string) => Promise<string>,
): void {
  registerUserRoute(app, app.http, endpoint, async (_request, reply, { ctx, input }) => {
    const nonce = newNonce()
    const page = await renderPage(ctx, input, nonce)
    return reply.header('content-security-policy', pagePolicy(nonce)).type('text/html; charset=utf-8').send(page)
  })
}

/** Serves a mail as its recipient sees it, for a frame of our own page. */
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

/** The layout of the server's own pages, for when the web application cannot be shown. Its style is allowed by its hash. */
export function plainPage(page: { title: string; body: string; width?: string; language?: Language }): string {
  return `<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Lockstep</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${plainPageStyle(page.width)}</style>
</head>
<body>
<header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Lockstep</a></header>
<main>${page.body}</main>
</body>
</html>`
}

export const plainPageStyle = (width = '30rem') => `
:root { color-scheme: light dark; --text: light-dark(#101e23, #eaeff1); --muted: light-dark(#505f64, #9facb0);
  --surface: light-dark(#f7fafa, #0b1214); --raised: light-dark(#ffffff, #121a1d); --line: light-dark(#dbe1e3, #243034);
  --accent: light-dark(#00687b, #5fd1e1); --on-accent: light-dark(#ffffff, #02171c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 15px/1.55 -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
header { padding: 1.25rem 1rem; } @media (min-width: 48rem) { header { padding: 1.25rem 2rem; } }
.brand { display: inline-flex; gap: .625rem; align-items: center; min-height: 2.5rem; color: inherit; font-size: 1rem; font-weight: 600; letter-spacing: -.025em; text-decoration: none; }
main { max-width: ${width}; margin: 0 auto; padding: 10vh 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 2.5rem 0 .75rem; }
p { margin: 0 0 1rem; } .muted { color: var(--muted); }
a { color: var(--accent); }
a.button, button { display: inline-block; padding: .6rem 1rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
a:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 .5rem; }
summary { padding: .6rem .8rem; cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { margin: 0; padding: 0 .8rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
h3 { font-size: .8rem; margin: .25rem .8rem; color: var(--muted); font-weight: 600; }
b { min-width: 3.75rem; font-size: .8rem; }
`

/** Allows the style of a `plainPage` by its hash. */
export const plainPagePolicy = fixedPagePolicy(plainPageStyle())
