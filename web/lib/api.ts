import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import { askFirst, riskHeader } from '#contract/risky-values.ts'
import { ApiError } from './api-error.ts'
import { answerRefusals } from './answer-refusals.ts'

type Route = Pick<Endpoint, 'method' | 'path'> & Partial<Pick<Endpoint, 'searchPath'>>
type Input = Record<string, unknown>
type CallOptions = { signal?: AbortSignal }
type RowOf<E> = ReplyOf<E> extends (infer Row)[] ? Row : never

export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const response = await send(endpoint, input, options)
  return readJson<ReplyOf<E>>(response)
}

/** One page of a list: the total is in the header X-Total-Count, the next cursor in the header Link (rel="next"). */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Page<RowOf<E>>> {
  const response = await send(endpoint, input, options)
  const rows = await readJson<RowOf<E>[]>(response)
  return {
    rows,
    total: Number(response.headers.get('X-Total-Count') ?? rows.length),
    next: nextCursor(response.headers.get('Link')),
  }
}

/** For the session request, made before any contract is loaded: 401 means signed out and is not an error. */
export async function getOrNullWhenSignedOut<Reply>(path: Endpoint['path']): Promise<Reply | null> {
  try {
    return await readJson<Reply>(await sendOnce({ method: 'GET', path }, {}, {}))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const send = (route: Route, input: Input, options: CallOptions): Promise<Response> =>
  answerRefusals((riskAnswer) => sendOnce(route, input, { ...options, riskAnswer }))

type SendOptions = CallOptions & { riskAnswer?: string }

async function sendOnce(
  endpoint: Route,
  input: Input,
  { signal, riskAnswer = askFirst }: SendOptions,
): Promise<Response> {
  const route = hasTypedText(endpoint, input) ? { method: 'POST', path: endpoint.searchPath } : endpoint
  const { path, rest } = fillPath(route.path, route === endpoint ? input : withoutEmpty(input))
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const hasPayload = !inQuery && Object.keys(rest).length > 0
  const response = await fetch(inQuery ? path + queryString(rest) : path, {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      // CSRF: the server rejects requests without this header, which other origins can't set.
      'X-Requested-With': 'XMLHttpRequest',
      ...(!inQuery && { [riskHeader]: riskAnswer }),
      ...(hasPayload && { 'Content-Type': 'application/json' }),
    },
    ...(hasPayload && { body: JSON.stringify(rest) }),
    ...(signal && { signal }),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response
}

/** Fields of searches: what a person types may be a name or an email address. */
const typedFields = ['search', 'q']

type SearchRoute = Route & { searchPath: Endpoint['path'] }

/** Whether a call goes by POST, with its input in the body: proxies log URLs. */
export const hasTypedText = (endpoint: Route, input: Input): endpoint is SearchRoute =>
  endpoint.searchPath !== undefined && typedFields.some((field) => Boolean(input[field]))

/** Downloads the file of a call that a link can't make (`hasTypedText`). The browser holds the file in memory. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const response = await send(endpoint, input, {})
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  const href = URL.createObjectURL(await response.blob())
  startDownload(href, decodeURIComponent(name ?? ''))
  setTimeout(() => URL.revokeObjectURL(href), revokeDelay)
}

/** Milliseconds: Safari reads the file some time after the click. */
const revokeDelay = 60_000

/** `name` is for files that the server does not name. */
export function startDownload(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** URL of a GET endpoint with its input in path and query, for links to files. */
export function pathWithQuery<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const { path, rest } = fillPath(endpoint.path, input)
  return path + queryString(rest)
}

function fillPath(pattern: string, input: Input) {
  const rest = { ...input }
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path, rest }
}

function queryString(fields: Input): string {
  const present = Object.entries(withoutEmpty(fields))
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
  return present.length > 0 ? `?${query}` : ''
}

const withoutEmpty = (fields: Input): Input =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/** Reads `cursor` from the URL of a Link header (RFC 8288). */
function nextCursor(link: string | null): string | null {
  const query = link?.match(/<[^>?]*\?([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return new URLSearchParams(query).get('cursor')
}

/** The cast is safe because the server checks every reply against the same contract before sending it. */
async function readJson<Reply>(response: Response): Promise<Reply> {
  return (await response.json()) as Reply
}
