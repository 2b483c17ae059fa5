import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** Security headers of every reply unless its route sets others. Computed once, where helmet would compute them per request. */
export function defaultHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  const isHttps = PUBLIC_URL.startsWith('https:')
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  return {
    ...(response.getHeaders() as Record<string, string>),
    'content-security-policy': apiPolicy,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
  }
}

/** API replies are never documents, so nothing in them may load or run. */
const apiPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Where browsers send what the policy of a page refused (`csp-reports.ts`). */
export const cspReportPath = '/api/csp-reports'

/**
 * Content security policy of our pages: own origin only; inserted styles carry the nonce of the reply. Trusted Types: the
 * DOM takes no text as HTML or script except through the policy `default` of `web/lib/content-policy.ts`. `report-uri`
 * and not `report-to`, because Chromium then ignores the former and sends no reports from `http://localhost`.
 */
export const pagePolicy = (nonce: string): string => policyWithStyle(`'nonce-${nonce}'`)

/** The same for a page that is made once: a nonce must differ with each reply, so its style is allowed by its hash. */
export const fixedPagePolicy = (style: string): string =>
  policyWithStyle(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)

function policyWithStyle(styleSource: string): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleSource}`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${cspReportPath}`,
  ].join('; ')
}

/** For a mail that our page shows in a frame: inline styles are allowed, scripts and remote content are not. */
export const mailPolicy =
  "default-src 'none'; object-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"
