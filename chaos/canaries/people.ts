import { createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import { publicUrl } from '#server/testing/app.ts'
import type { Nest } from './canaries.ts'

export type Reply = { status: number; bytes: Buffer; text: string; json: () => unknown; location: string | null }
export type Person = Awaited<ReturnType<typeof signInAs>>

type Web = { url: string }

/** One call, whatever comes of it. */
export async function call({ url }: Web, method: string, path: string, init: RequestInit = {}): Promise<Reply> {
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

/** The browser's way through the sign-in provider. What is secret on it is looked for afterwards. */
export async function signInAs(web: Web & { nest: Nest }, email: string) {
  const { url, nest } = web
  const begun = await fetch(`${url}/api/login?moved=1`, { redirect: 'manual' })
  const browser = createBrowser()
  const page = await browser.get(begun.headers.get('location') ?? '')
  const back = new URL((await browser.post(page.url, { email })).url)
  const code = nest.secret(`sign-in code of ${email}`, back.searchParams.get('code') ?? '')
  if (!code) throw new Error(`${email} could not sign in`)
  const done = await fetch(`${url}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(begun) },
  })
  const cookie = cookiesOf(done)
  const value = /lockstep_session=([^;]+)/.exec(cookie)?.[1]
  if (!value) throw new Error(`${email} got no session: ${done.status} ${await done.text()}`)
  nest.secret(`session cookie of ${email}`, decodeURIComponent(value))
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
    /** What must succeed, or the play would look for something that was never there. */
    async must(method: string, path: string, body?: object): Promise<Reply> {
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
