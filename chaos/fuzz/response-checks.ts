import { uploadLimits } from '#contract/bulk.ts'
import { sheetLimits } from '#contract/sheet.ts'
import { withClient } from '#server/testing/postgres.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { callerFor } from '../harness/callers.ts'
import { type RawResponse, send, type RawRequest } from '../harness/raw-request.ts'
import { fillPath, type Route } from '../harness/routes.ts'
import type { Size } from '../scenario-result.ts'
import { type FuzzFixture, webhookPath } from './company-fixture.ts'

/** Internals that no response may expose: stack traces, paths, SQL, error classes. */
const internals = [
  /\bat .{1,200}\.(?:ts|mjs|js):\d+/,
  /node_modules|node:internal|file:\/\//,
  /(?:^|[\s"'(])\/(?:tmp|home|usr|var|root|etc)\//,
  /\b(?:insert into|select .{1,200} from|update \S+ set|delete from|violates|duplicate key|relation "|syntax error at)\b/i,
  /invalid (?:byte sequence|input syntax)|unsupported Unicode|stack depth|out of range for type/i,
  /\b(?:FST_|ERR_|ECONN|ENOENT|EPIPE|ETIMEDOUT)/,
  /Cannot read propert|is not a function|is not iterable|is not defined|Maximum call stack|Unexpected token|in JSON at/,
  /\b(?:ZodError|TypeError|RangeError|SyntaxError|DrizzleQueryError)\b|\[object \w+\]/,
]

/** A pattern of table names with an underscore, which no sentence for users contains. */
export const readTableNames = (adminUrl: string): Promise<RegExp> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_name like '%\\_%'`,
    )
    return new RegExp(`\\b(?:${rows.map(({ name }) => name).join('|')})\\b`)
  })

export type ResponseChecker = (sent: RawRequest, answer: RawResponse) => string[]

/** Time limit of a response. Files are parsed in a worker thread with a limit of 20 seconds. */
const maxMs = { file: 20_000, other: 5_000 } as const

export type MaxMs = Record<keyof typeof maxMs, number>

/** Three times as long in `npm test`, where other tests load the machine. */
export const maxMsOf = (size: Size): MaxMs =>
  size === 'long' ? maxMs : { file: maxMs.file * 3, other: maxMs.other * 3 }

export const isFileUpload = ({ path }: RawRequest): boolean => /^\/api\/bulk\/(?:preview|upload)\b/.test(path)

const maxProblemBytes = 64 * 1024

/** Checks that hold for the response to any request; returns violations. */
export function createResponseChecker(tableNames: RegExp, most: MaxMs): ResponseChecker {
  return (sent, { status, headers, text, ms }) => {
    if (status === null) return [`no answer: ${text}`]
    const wrong: string[] = []
    if (status >= 500) wrong.push(`answered ${status}: ${text.slice(0, 200)}`)
    if (ms > (isFileUpload(sent) ? most.file : most.other)) wrong.push(`took ${Math.round(ms)} ms`)
    if (status < 400) return wrong
    const exposed = [...internals, tableNames]
      .map((inside) => inside.exec(withoutSent(text, sent))?.[0])
      .filter(Boolean)
    if (exposed.length > 0) wrong.push(`exposes internals: ${exposed.join(', ')}`)
    if (text.length > maxProblemBytes) wrong.push(`refuses in ${text.length} bytes`)
    if (sent.method !== 'HEAD' && !isPage(sent, headers['content-type'])) {
      wrong.push(...faultsOfProblem(status, headers['content-type'], text))
    }
    return wrong
  }
}

/** Leaves out the quoted names of unknown fields: they come from the caller. */
const withoutSent = (text: string, { body }: RawRequest) =>
  body === null ? text : text.replace(/is not recognized|Not recognized: .*?"/g, '')

/** Pages that browsers show, which answer HTML instead of problem details: a few of the API, and the app at every other path. */
const pages = /^(?:\/api\/(?:login|callback|logout|unsubscribe|amazon\/auth\/callback)\b|(?!\/api(?:\/|$)))/

const isPage = ({ path }: RawRequest, type = '') => pages.test(path) && type.startsWith('text/html')

function faultsOfProblem(status: number, type: string | undefined, text: string): string[] {
  if (!type?.startsWith('application/problem+json')) return [`refuses with ${status} as ${type}: ${text.slice(0, 200)}`]
  const problem = parsed(text)
  const isComplete =
    problem !== null &&
    problem['status'] === status &&
    ['type', 'title', 'detail'].every((name) => typeof problem[name] === 'string' && problem[name] !== '')
  return isComplete ? [] : [`refuses with incomplete problem details: ${text.slice(0, 200)}`]
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

const mebibyte = 1024 * 1024

/** Size limit of a request body, in bytes. */
function limitOf({ path, takesFile }: Route): number {
  if (takesFile) return uploadLimits.bytes
  return path === '/api/products/bulk-update' ? sheetLimits.bytes : mebibyte
}

/** Sends every route with a body one byte more than its limit and expects status 413. */
export async function measureLimits(url: string, { routes, sampleOf, callers }: FuzzFixture) {
  const wrong: string[] = []
  const withBody = routes.filter(({ body, takesFile, path }) => (body || takesFile) && path !== webhookPath)
  for (const [index, route] of withBody.entries()) {
    const { params = {} } = sampleOf(route)
    const limit = limitOf(route)
    const file = route.takesFile ? multipartOf(Buffer.alloc(limit + 1, 'x')) : null
    const sent: RawRequest = {
      method: route.method,
      path: fillPath(route.path, params),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.0.${index}`,
        ...callers.headersOf(callerFor(route.access, 0)),
        // The content-length alone must be enough for the refusal.
        ...(file?.headers ?? { 'content-length': String(limit + 1) }),
      },
      body: file?.payload ?? Buffer.from('{"x":"'),
    }
    const { status, text: answer } = await send(url, sent)
    if (status !== 413) wrong.push(`${route.method} ${route.path} takes more than ${limit} bytes: ${status} ${answer}`)
  }
  return { routes: withBody.length, wrong }
}
