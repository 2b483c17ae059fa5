import { delay, http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { Endpoint, InputOf, ReplyInputOf } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'

const server = setupServer()

/** For the setup of each test file: modules stay loaded from one file to the next, where hooks made by them would be lost. */
export function serveEachFile(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(async () => {
    await callsUnderWay()
    server.resetHandlers()
  })
  afterAll(() => server.close())
}

const underWay = new Set<Promise<unknown>>()

/** A call that is cut off by its test's end can take the next test's first call along to the real network. */
async function callsUnderWay(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 500))
  await Promise.race([Promise.allSettled(underWay), patience])
}

type Given = Record<string, unknown>

type Paging = { total?: number; next?: string }

/** Kept open, a connection that times out under a busy machine's hands loses the next call to the real network. */
const closing = { Connection: 'close' }

/** Answers a call from now on. The list that comes back fills with what the calls carried. */
export function answer<E extends Endpoint>(
  endpoint: E,
  reply: ReplyInputOf<E> | ((input: InputOf<E>) => ReplyInputOf<E> | Promise<ReplyInputOf<E>>),
  paging: Paging = {},
): Given[] {
  const received: Given[] = []
  handle(endpoint, async (input) => {
    received.push(input)
    const body = typeof reply === 'function' ? await (reply as (input: Given) => unknown)(input) : reply
    return HttpResponse.json(body as JsonBodyType, {
      status: endpoint.status,
      headers: { ...closing, ...pagingHeaders(paging) },
    })
  })
  return received
}

export function refuse(endpoint: Endpoint, status: number, detail: string, errors: FieldError[] = []): void {
  handle(endpoint, async () =>
    HttpResponse.json(
      { type: 'about:blank', title: 'Refused', status, detail, errors },
      { status, headers: { ...closing, 'Content-Type': 'application/problem+json' } },
    ),
  )
}

export function neverAnswer(endpoint: Endpoint): void {
  handle(endpoint, () => null)
}

export function breakConnection(endpoint: Endpoint): void {
  handle(endpoint, async () => HttpResponse.error())
}

/** Null says that no answer will come. */
function handle(endpoint: Endpoint, respond: (input: Given) => Promise<Response> | null) {
  server.use(
    http.all(endpoint.path, async ({ request, params }) => {
      if (request.method !== endpoint.method) return undefined
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const answering = respond({ ...params, ...query, ...(await readBody(request)) })
      if (!answering) return delay('infinite').then(() => HttpResponse.error())
      underWay.add(answering)
      return answering.finally(() => underWay.delete(answering))
    }),
  )
}

/** A file's request is kept as text: jsdom's File and that of Node's form parser don't know each other. */
async function readBody(request: Request): Promise<Given> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/')) return { multipart: await request.text() }
  return type ? ((await request.json()) as Given) : {}
}

function pagingHeaders({ total, next }: Paging): Record<string, string> {
  return {
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
    ...(next && { Link: `</api/list?cursor=${next}>; rel="next"` }),
  }
}

/** Lets every file that is sent from now on tell how much of it is sent: jsdom does so only when the answer is there. */
export function reportUploadProgress(share: number): void {
  const { send } = XMLHttpRequest.prototype
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    send.call(this, body)
    this.upload.dispatchEvent(
      new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
    )
  })
}
