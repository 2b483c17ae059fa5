import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultHeaders, fixedPagePolicy, mailPolicy } from './headers.ts'
import { newNonce } from './html-pages.ts'
import { readLanguages } from './language.ts'
import { serveWebApp } from './web-app.ts'

const http = fastify()
const secureHttp = fastify()
const folder = mkdtempSync(join(tmpdir(), 'pages-'))

beforeAll(async () => {
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['favicon.svg', 'assets/a.js', 'assets/a.css', 'assets/a.webp']) {
    writeFileSync(join(folder, name), 'content')
  }
  writeFileSync(join(folder, 'index.html'), '<html data-theme="__THEME__"><head></head>')
  writeFileSync(join(folder, '.vite/screen-scripts.json'), JSON.stringify({ '/orders': ['assets/orders.js'] }))
  mkdirSync(join(folder, 'de/.vite'), { recursive: true })
  mkdirSync(join(folder, 'de/assets'))
  writeFileSync(join(folder, 'de/assets/a.js'), 'content')
  writeFileSync(join(folder, 'de/index.html'), '<html lang="de" data-theme="__THEME__"><head></head>')
  writeFileSync(join(folder, 'de/.vite/screen-scripts.json'), JSON.stringify({ '/orders': ['assets/orders.js'] }))
  await http.register(cookie)
  readLanguages(http, 'session', {})
  await serveWebApp(http, folder, 'session')
  await secureHttp.register(cookie)
  readLanguages(secureHttp, '__Host-session', {})
  await serveWebApp(secureHttp, folder, '__Host-session')
})
afterAll(async () => {
  await Promise.all([http.close(), secureHttp.close()])
  rmSync(folder, { recursive: true })
})

it('a page may take no text as HTML or script, and says where violations are reported', async () => {
  const { headers } = await http.inject({ url: '/orders' })
  const policy = String(headers['content-security-policy'])
  for (const part of ["require-trusted-types-for 'script'", 'trusted-types default', 'report-uri /api/csp-reports']) {
    expect(policy.split('; ')).toContain(part)
  }
})

it('every policy forbids plugins and another base of its links', async () => {
  const { headers } = await http.inject({ url: '/orders' })
  const page = String(headers['content-security-policy'])
  const api = defaultHeaders({ PUBLIC_URL: 'https://lockstep.example.com' })['content-security-policy'] ?? ''
  for (const policy of [page, api, mailPolicy, fixedPagePolicy('')]) {
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'"]))
  }
})

it('each page has a nonce of its own, which nothing else in the reply tells', async () => {
  const nonceOf = async () => {
    const { headers } = await http.inject({ url: '/orders' })
    return /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
  }
  const nonces = [await nonceOf(), await nonceOf(), newNonce()]
  expect(new Set(nonces).size).toBe(3)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(16)
})

it.each([
  ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ['/assets/a.js', 'application/javascript; charset=utf-8'],
  ['/de/assets/a.js', 'application/javascript; charset=utf-8'],
  ['/assets/a.css', 'text/css; charset=utf-8'],
  ['/assets/a.webp', 'image/webp'],
  ['/', 'text/html; charset=utf-8'],
  ['/de/assets/gone.js', 'application/problem+json; charset=utf-8'],
  ['/assets/', 'application/problem+json; charset=utf-8'],
])('%s is sent as %s', async (url, type) => {
  expect((await http.inject({ url })).headers['content-type']).toBe(type)
})

it.each(['/.git/config', '/.env', '/package.json', '/assets', '/assets/', '/../package.json', '/%2e%2e/package.json'])(
  'nothing but the built application is served: %s',
  async (url) => {
    const { statusCode, body } = await http.inject({ url })
    expect(statusCode).toBe(404)
    expect(body).not.toContain('content')
  },
)

it('TRACE is not answered', async () => {
  expect((await http.inject({ method: 'TRACE' as 'GET', url: '/orders' })).statusCode).toBe(404)
})

const signedIn = { cookie: 'session=anything' }

it.each([
  ['names the scripts of the screen to somebody signed in', '/orders/?status=placed', signedIn, 200, true],
  ['names no script of a screen to a visitor', '/orders', {}, 200, false],
  ['names none where there is no screen', '/nowhere', signedIn, 404, false],
])('%s', async (_what, url, headers, status, isNamed) => {
  const reply = await http.inject({ url, headers })
  expect(reply.statusCode).toBe(status)
  expect(reply.body.includes('<link rel="modulepreload" crossorigin href="/assets/orders.js">')).toBe(isNamed)
})

it('shows the chosen theme, over HTTPS only from a cookie that no other host can set', async () => {
  const themeAt = async (app: typeof http, name: string) =>
    /data-theme="(\w+)"/.exec((await app.inject({ url: '/orders', headers: { cookie: `${name}=dark` } })).body)?.[1]
  expect(await themeAt(http, 'lockstep_theme')).toBe('dark')
  expect(await themeAt(secureHttp, '__Host-lockstep_theme')).toBe('dark')
  expect(await themeAt(secureHttp, 'lockstep_theme')).toBe('system')
})

it('sends the page of the chosen language, with that language’s scripts, and English for all else', async () => {
  const pageWith = async (app: typeof http, cookies: string) =>
    (await app.inject({ url: '/orders', headers: { cookie: cookies } })).body
  const german = await pageWith(http, 'session=anything; lockstep_language=de')
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('href="/de/assets/orders.js"')
  expect(await pageWith(secureHttp, '__Host-lockstep_language=de')).toContain('<html lang="de"')
  for (const other of ['lockstep_language=xx', 'lockstep_language=__proto__', '']) {
    expect(await pageWith(http, other)).not.toContain('lang="de"')
  }
  expect(await pageWith(secureHttp, 'lockstep_language=de')).not.toContain('lang="de"')
})
