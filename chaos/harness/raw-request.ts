import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

export type RawRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }

/** `status` is null when no response came; `text` then has the error. */
export type RawResponse = { status: number | null; headers: IncomingHttpHeaders; text: string; ms: number }

const timeoutMs = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends the request as it is, however malformed. Retries once, if the server had closed the reused keep-alive connection. */
export async function send(url: string, sent: RawRequest): Promise<RawResponse> {
  const response = await sendOnce(url, sent)
  return response.status === null && response.wasReused ? sendOnce(url, sent) : response
}

type Attempt = RawResponse & { wasReused: boolean }

function sendOnce(url: string, { method, path, headers, body }: RawRequest): Promise<Attempt> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const finish = (result: Omit<Attempt, 'ms' | 'wasReused'>) =>
      resolve({ ...result, ms: performance.now() - startedAt, wasReused: outgoing.reusedSocket })
    const fail = (error: Error) => finish({ status: null, headers: {}, text: error.message })
    const { hostname, port } = new URL(url)
    const length = body ? { 'content-length': String(body.length) } : {}
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const { statusCode: status = 0, headers: responseHeaders } = response
        if (responseHeaders['content-type']?.startsWith('text/event-stream')) {
          response.destroy()
          finish({ status, headers: responseHeaders, text: '' })
          return
        }
        textOf(response).then((text) => finish({ status, headers: responseHeaders, text }), fail)
      },
    )
    outgoing.on('error', fail)
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no response for ${timeoutMs} ms`)))
    outgoing.end(body ?? undefined)
  })
}

const maxShown = 400

/** The request as text, so that it can be repeated by hand. */
export function describeRequest({ method, path, headers, body }: RawRequest): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'cookie' && name !== 'authorization')
  const start = body?.subarray(0, maxShown / 2).toString('latin1')
  return [
    `${method} ${path.slice(0, maxShown / 2)}`,
    JSON.stringify(Object.fromEntries(shown)).slice(0, maxShown / 2),
    body ? `${body.length} bytes: ${JSON.stringify(start).slice(0, maxShown)}` : 'no body',
  ].join(' ')
}
