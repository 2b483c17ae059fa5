import { createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import { publicUrl } from '#server/testing/app.ts'
import type { CanaryRegistry } from './canaries.ts'

export type Reply = { status: number; bytes: Buffer; text: string; json: () => unknown; location: string | null }
export type Person = Awaited<ReturnType<typeof signInAs>>

type Target = { url: string }

/** One request; returns any response. */
export async function call({ url }: Target, method: string, path: string, init: RequestInit = {}): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, { redirect: 'manual', method, ...init })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const text = bytes.toString()
  return {
    status: reply.status,
    bytes,
    text,
    json: () => JSON.parse(text) as unknown,
    location: reply.headers.get('location'),
  }
}

/** Signs in through the OIDC emulator and registers code and session cookie as canaries. */
export async function signInAs(web: Target & { registry: CanaryRegistry }, email: string) {
  const { url, registry } = web
  const startedAt = await fetch(`${url}/api/login?moved=1`, { redirect: 'manual' })
  const browser = createBrowser()
  const page = await browser.get(startedAt.headers.get('location') ?? '')
  const back = new URL((await browser.post(page.url, { email })).url)
  const code = registry.secret(`sign-in code of ${email}`, back.searchParams.get('code') ?? '')
  if (!code) throw new Error(`${email} could not sign in`)
  const done = await fetch(`${url}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(startedAt) },
  })
  const cookie = cookiesOf(done)
  const value = /lockstep_session=([^;]+)/.exec(cookie)?.[1]
  if (!value) throw new Error(`${email} got no session: ${done.status} ${await done.text()}`)
  registry.secret(`session cookie of ${email}`, decodeURIComponent(value))
  const headers = { cookie, origin: publicUrl, 'x-requested-with': 'XMLHttpRequest' }
  const send = async (method: string, path: string, body?: object): Promise<Reply> =>
    call(
      web,
      method,
      path,
      body ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } } : { headers },
    )
  return {
    email,
    headers,
    send,
    /** Throws unless the request succeeds: otherwise the scenario would search for data that were never stored. */
    async sendOk(method: string, path: string, body?: object): Promise<Reply> {
      const reply = await send(method, path, body)
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 400)}`)
      return reply
    },
  }
}

const cookiesOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
