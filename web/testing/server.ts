import { delay, http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { type Endpoint, type InputOf, type ReplyInputOf, searchCall } from '#contract/endpoint.ts'
import { type FieldError, problemTypes } from '#contract/errors.ts'
import { riskHeader, type RiskQuestion } from '#contract/risky-values.ts'

const server = setupServer()

/**
 * Registers the hooks of the mock server; called by the setup file. Modules stay loaded between test files (isolate:
 * false), so hooks registered at import would run for the first file only.
 */
export function serveTestFile(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(async () => {
    await waitForRunningCalls()
    server.resetHandlers()
  })
  afterAll(() => server.close())
}

const runningCalls = new Set<Promise<unknown>>()

/** Milliseconds in which the application has read a response and, for example, shown a toast. */
const reading = 10

function recordCall(response: Promise<unknown>): void {
  const call = response.catch(() => {}).then(() => new Promise((resolve) => setTimeout(resolve, reading)))
  runningCalls.add(call)
  void call.finally(() => runningCalls.delete(call))
}

/**
 * Waits for running calls: one that outlives its test can send the next test's first call to the real network, or show its toast there.
 */
async function waitForRunningCalls(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, 500))
  await Promise.race([Promise.allSettled(runningCalls), timeout])
}

type RequestInput = Record<string, unknown>

type Paging = { total?: number; next?: string }

/** Closes connections: a kept-alive one that times out on a busy machine sends the next call to the real network. */
const closeConnection = { Connection: 'close' }

/** Answers an endpoint from now on. The returned array collects the inputs of its calls. */
export function answer<E extends Endpoint>(
  endpoint: E,
  reply: ReplyInputOf<E> | ((input: InputOf<E>) => ReplyInputOf<E> | Promise<ReplyInputOf<E>>),
  paging: Paging = {},
): RequestInput[] {
  const received: RequestInput[] = []
  handle(endpoint, async (input) => {
    received.push(input)
    const body = typeof reply === 'function' ? await (reply as (input: RequestInput) => unknown)(input) : reply
    return HttpResponse.json(body as JsonBodyType, {
      status: endpoint.status,
      headers: { ...closeConnection, ...pagingHeaders(paging) },
    })
  })
  return received
}

export function refuse(
  endpoint: Endpoint,
  status: number,
  detail: string,
  errors: FieldError[] = [],
  type = 'about:blank',
): void {
  handle(endpoint, async () =>
    HttpResponse.json(
      { type, title: 'Refused', status, detail, errors },
      { status, headers: { ...closeConnection, 'Content-Type': 'application/problem+json' } },
    ),
  )
}

/** Refuses a call until the person has signed in again. */
export const refuseOldSignIn = (endpoint: Endpoint): void =>
  refuse(endpoint, 403, 'For this step, please sign in again.', [], problemTypes.signInAgain)

/** Refuses a call until the person has confirmed its risky values; answers it then. */
export function askAboutRisks<E extends Endpoint>(
  endpoint: E,
  risks: RiskQuestion,
  reply: ReplyInputOf<E>,
): RequestInput[] {
  const confirmed: RequestInput[] = []
  const problem = {
    type: problemTypes.confirmRisks,
    title: 'Conflict',
    status: 409,
    detail: 'Nothing was saved.',
    risks,
  }
  handle(endpoint, async (input, headers) => {
    const isConfirmed = headers.get(riskHeader) === risks.confirmation
    if (isConfirmed) confirmed.push(input)
    return HttpResponse.json(isConfirmed ? (reply as JsonBodyType) : problem, {
      status: isConfirmed ? endpoint.status : 409,
      headers: closeConnection,
    })
  })
  return confirmed
}

export function neverAnswer(endpoint: Endpoint): void {
  handle(endpoint, () => null)
}

export function breakConnection(endpoint: Endpoint): void {
  handle(endpoint, async () => HttpResponse.error())
}

/** `respond` returns null for a call that is never answered. Answers searches by POST too. */
function handle(endpoint: Endpoint, respond: (input: RequestInput, headers: Headers) => Promise<Response> | null) {
  const search = searchCall(endpoint)
  if (search) handle(search, respond)
  server.use(
    http.all(endpoint.path, async ({ request, params }) => {
      if (request.method !== endpoint.method) return undefined
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const response = respond({ ...params, ...query, ...(await readBody(request)) }, request.headers)
      if (!response) return delay('infinite').then(() => HttpResponse.error())
      recordCall(response)
      return response
    }),
  )
}

/** The body of an upload is read as text: jsdom's File and Node's FormData parser are incompatible. */
async function readBody(request: Request): Promise<RequestInput> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/')) return { multipart: await request.text() }
  return type ? ((await request.json()) as RequestInput) : {}
}

function pagingHeaders({ total, next }: Paging): Record<string, string> {
  return {
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
    ...(next && { Link: `</api/list?cursor=${next}>; rel="next"` }),
  }
}

/** Makes every upload report this progress: jsdom reports progress only with the response. */
export function reportUploadProgress(share: number): void {
  const { send } = XMLHttpRequest.prototype
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    send.call(this, body)
    this.upload.dispatchEvent(
      new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
    )
  })
}
