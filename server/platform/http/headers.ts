import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** What every answer says unless its route says otherwise. helmet would find the same words anew for each of them. */
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

/** Answers of the API are never documents, so nothing in them may load or run. */
const apiPolicy = "default-src 'none';frame-ancestors 'none'"

/** For our own pages: everything from here; styles that components insert carry the response's nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For a mail that our own page shows in a frame: styles stand in its elements, and nothing in it may load or run. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
