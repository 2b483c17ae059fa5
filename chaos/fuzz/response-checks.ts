import { uploadLimits } from '#contract/bulk.ts'
import { sheetLimits } from '#contract/sheet.ts'
import { withClient } from '#server/testing/postgres.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { fittingCaller } from '../harness/callers.ts'
import { type Answer, send, type Sent } from '../harness/raw-request.ts'
import { fillPath, type Route } from '../harness/routes.ts'
import type { Size } from '../scenario-result.ts'
import { type FuzzFixture, webhookPath } from './company-fixture.ts'

/** What no answer may tell: how it is made, where it lies, what it is called inside. */
const insides = [
  /\bat .{1,200}\.(?:ts|mjs|js):\d+/,
  /node_modules|node:internal|file:\/\//,
  /(?:^|[\s"'(])\/(?:tmp|home|usr|var|root|etc)\//,
  /\b(?:insert into|select .{1,200} from|update \S+ set|delete from|violates|duplicate key|relation "|syntax error at)\b/i,
  /invalid (?:byte sequence|input syntax)|unsupported Unicode|stack depth|out of range for type/i,
  /\b(?:FST_|ERR_|ECONN|ENOENT|EPIPE|ETIMEDOUT)/,
  /Cannot read propert|is not a function|is not iterable|is not defined|Maximum call stack|Unexpected token|in JSON at/,
  /\b(?:ZodError|TypeError|RangeError|SyntaxError|DrizzleQueryError)\b|\[object \w+\]/,
]

/** Names of tables that nobody would say in a sentence. */
export const readTableNames = (ownerUrl: string): Promise<RegExp> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_name like '%\\_%'`,
    )
    return new RegExp(`\\b(?:${rows.map(({ name }) => name).join('|')})\\b`)
  })

export type ResponseChecker = (sent: Sent, answer: Answer) => string[]

/** How long an answer may take. A file is read in a thread of its own, which is given 20 seconds at least. */
const mostMs = { file: 20_000, other: 5_000 } as const

export type MostMs = Record<keyof typeof mostMs, number>

/** Beside other tests, on a machine that is full of them, everything takes longer. */
export const mostMsOf = (size: Size): MostMs =>
  size === 'long' ? mostMs : { file: mostMs.file * 3, other: mostMs.other * 3 }

export const isOfFile = ({ path }: Sent): boolean => /^\/api\/bulk\/(?:preview|upload)\b/.test(path)

const mostProblemBytes = 64 * 1024

/** What is wrong with the answer to a request, whatever the request was. */
export function createResponseChecker(tableNames: RegExp, most: MostMs): ResponseChecker {
  return (sent, { status, headers, text, ms }) => {
    if (status === null) return [`no answer: ${text}`]
    const wrong: string[] = []
    if (status >= 500) wrong.push(`answered ${status}: ${text.slice(0, 200)}`)
    if (ms > (isOfFile(sent) ? most.file : most.other)) wrong.push(`took ${Math.round(ms)} ms`)
    if (status < 400) return wrong
    const told = [...insides, tableNames].map((inside) => inside.exec(withoutSent(text, sent))?.[0]).filter(Boolean)
    if (told.length > 0) wrong.push(`tells of its insides: ${told.join(', ')}`)
    if (text.length > mostProblemBytes) wrong.push(`refuses in ${text.length} bytes`)
    if (sent.method !== 'HEAD' && !isPage(sent, headers['content-type'])) {
      wrong.push(...faultsOfProblem(status, headers['content-type'], text))
    }
    return wrong
  }
}

/** What the caller said is no secret from the caller: unknown fields are named. */
const withoutSent = (text: string, { body }: Sent) =>
  body === null ? text : text.replace(/is not known here|Not known here: .*?"/g, '')

/** What people see in a browser, who can't read problem details. */
const pages = /^\/api\/(?:login|callback|logout|unsubscribe|amazon\/auth\/callback)\b/

const isPage = ({ path }: Sent, type = '') => pages.test(path) && type.startsWith('text/html')

function faultsOfProblem(status: number, type: string | undefined, text: string): string[] {
  if (!type?.startsWith('application/problem+json')) return [`refuses with ${status} as ${type}: ${text.slice(0, 200)}`]
  const problem = parsed(text)
  const isWhole =
    problem !== null &&
    problem['status'] === status &&
    ['type', 'title', 'detail'].every((name) => typeof problem[name] === 'string' && problem[name] !== '')
  return isWhole ? [] : [`refuses with a problem that is not whole: ${text.slice(0, 200)}`]
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

const mebibyte = 1024 * 1024

/** How much a route reads. */
function limitOf({ path, takesFile }: Route): number {
  if (takesFile) return uploadLimits.bytes
  return path === '/api/products/bulk-update' ? sheetLimits.bytes : mebibyte
}

/** Sends each route that takes a body more than it reads; answers how many do, and those that don't refuse it for its size. */
export async function measureLimits(url: string, { routes, sampleOf, callers }: FuzzFixture) {
  const wrong: string[] = []
  const taking = routes.filter(({ body, takesFile, path }) => (body || takesFile) && path !== webhookPath)
  for (const [index, route] of taking.entries()) {
    const { params = {} } = sampleOf(route)
    const most = limitOf(route)
    const file = route.takesFile ? multipartOf(Buffer.alloc(most + 1, 'x')) : null
    const sent: Sent = {
      method: route.method,
      path: fillPath(route.path, params),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.0.${index}`,
        ...callers.headersOf(fittingCaller(route.access, 0)),
        // That it is too much is said before it is sent, and must be enough.
        ...(file?.headers ?? { 'content-length': String(most + 1) }),
      },
      body: file?.payload ?? Buffer.from('{"x":"'),
    }
    const { status, text: answer } = await send(url, sent)
    if (status !== 413) wrong.push(`${route.method} ${route.path} takes more than ${most} bytes: ${status} ${answer}`)
  }
  return { asked: taking.length, wrong }
}
