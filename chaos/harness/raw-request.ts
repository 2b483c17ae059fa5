import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

export type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }

/** `status` is null when no answer came; `text` then says why. */
export type Answer = { status: number | null; headers: IncomingHttpHeaders; text: string; ms: number }

const patience = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends exactly this, however odd it is. Only a connection that the server ended before it came is taken anew. */
export async function send(url: string, sent: Sent): Promise<Answer> {
  const answer = await sendOnce(url, sent)
  return answer.status === null && answer.wasReused ? sendOnce(url, sent) : answer
}

type Once = Answer & { wasReused: boolean }

function sendOnce(url: string, { method, path, headers, body }: Sent): Promise<Once> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const answered = (answer: Omit<Once, 'ms' | 'wasReused'>) =>
      resolve({ ...answer, ms: performance.now() - begun, wasReused: asked.reusedSocket })
    const unanswered = (error: Error) => answered({ status: null, headers: {}, text: error.message })
    const { hostname, port } = new URL(url)
    const length = body ? { 'content-length': String(body.length) } : {}
    const asked = request({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (response) => {
      const { statusCode: status = 0, headers: got } = response
      if (got['content-type']?.startsWith('text/event-stream')) {
        response.destroy()
        answered({ status, headers: got, text: '' })
        return
      }
      textOf(response).then((text) => answered({ status, headers: got, text }), unanswered)
    })
    asked.on('error', unanswered)
    asked.setTimeout(patience, () => asked.destroy(new Error(`nothing for ${patience} ms`)))
    asked.end(body ?? undefined)
  })
}

const shownAtMost = 400

/** The request as one can send it again by hand. */
export function describeSent({ method, path, headers, body }: Sent): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'cookie' && name !== 'authorization')
  const start = body?.subarray(0, shownAtMost / 2).toString('latin1')
  return [
    `${method} ${path.slice(0, shownAtMost / 2)}`,
    JSON.stringify(Object.fromEntries(shown)).slice(0, shownAtMost / 2),
    body ? `${body.length} bytes: ${JSON.stringify(start).slice(0, shownAtMost)}` : 'no body',
  ].join(' ')
}
