import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { cspReportPath } from './headers.ts'
import { loggedPath } from './server.ts'

const cspReports = new Counter({
  name: 'lockstep_csp_reports_total',
  help: 'Reports of browsers about what our content security policy refused, by directive; "extension" is not ours',
  labelNames: ['directive'] as const,
})

/** A report has about 2 KB. */
const bodyLimit = 16_384

/** Anybody may send reports, so they are few per client network, and each costs a line in the log at most. */
const reportLimit = { max: 60, windowMs: 60_000 }

const options = { schema: { hide: true }, bodyLimit, config: { rateLimit: reportLimit } } as const

/** Receives what browsers send to the `report-uri` of a page's policy. */
export function serveCspReports(http: FastifyInstance, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): void {
  const { origin } = new URL(PUBLIC_URL)
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/csp-report', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(cspReportPath, options, async (request, reply) => {
      const report = parseReport(String(request.body), origin)
      if (report) cspReports.inc({ directive: report.directive })
      if (report && report.directive !== 'extension') {
        request.log.warn(report, 'a browser reported a violation of the content security policy')
      }
      return reply.code(204).send()
    })
  })
}

const text = z.string().optional().catch(undefined)

const Report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    'line-number': z.number().optional().catch(undefined),
  }),
})

type CspReport = { directive: string; blocked: string; page: string; source: string; line: number | null }

/** What is counted and logged of a report; null for a body that is none. Its sample of the page is never read. */
export function parseReport(body: string, origin: string): CspReport | null {
  const parsed = Report.safeParse(parseJson(body))
  if (!parsed.success) return null
  const { 'csp-report': report } = parsed.data
  const blocked = describeUrl(report['blocked-uri'], origin)
  const source = describeUrl(report['source-file'], origin)
  const isExtension = [blocked, source].some((url) => /^[\w-]+-extension:/.test(url))
  return {
    directive: isExtension ? 'extension' : toDirective(report['effective-directive'] ?? report['violated-directive']),
    blocked,
    page: loggedPath(undefined, findUrl(report['document-uri'])?.pathname ?? ''),
    source,
    line: report['line-number'] ?? null,
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The directives of our policy; anything else is one label, since anybody may send any text. */
const directives = new Set(
  (
    'default-src object-src script-src style-src img-src font-src connect-src manifest-src frame-src ' +
    'form-action base-uri frame-ancestors require-trusted-types-for trusted-types'
  ).split(' '),
)

function toDirective(given = ''): string {
  const [name = ''] = given.split(' ')
  const directive = name.replace(/-(elem|attr)$/, '')
  return directives.has(directive) ? directive : 'other'
}

/** Words in place of a URL that browsers use. */
const keywords = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-sink', 'trusted-types-policy', 'self'])

/** Without query and, for others, without path: those may hold personal data. Of our own only assets have a name. */
function describeUrl(given: string | undefined, origin: string): string {
  if (given === undefined || given === '') return 'none'
  if (keywords.has(given)) return given
  const url = findUrl(given)
  if (!url) return 'other'
  if (url.origin !== origin) return url.origin === 'null' ? url.protocol : url.origin.slice(0, 200)
  return /^\/assets\/[\w.-]{1,100}$/.test(url.pathname) ? url.pathname : loggedPath(undefined, url.pathname)
}

const findUrl = (given: string | undefined): URL | null => (given === undefined ? null : URL.parse(given))
