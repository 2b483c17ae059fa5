import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, say } from '#contract/i18n.ts'
import { screenPaths } from '#contract/paths.ts'
import { sendProblem } from './errors.ts'
import { pagePolicy } from './headers.ts'
import { newNonce } from './html-pages.ts'
import { cookiePrefixOf } from './language.ts'

const yearMs = 31_536_000_000

/** Serves the built web application: hashed assets are cached for a year, index.html is never cached and gets a fresh nonce. */
export async function serveWebApp(http: FastifyInstance, folder: string, sessionCookieName: string): Promise<void> {
  const pages = existsSync(join(folder, 'index.html')) ? readPages(folder) : null
  if (pages !== null) {
    await http.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Each file adds two routes; compressed variants are found through the route of the original.
      globIgnore: ['**/index.html', '**/.vite/**', '**/*.{br,gz,map}'],
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/')
        response.header('cache-control', isHashed ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache')
        if (path.endsWith('.svg')) response.header('content-type', 'image/svg+xml; charset=utf-8')
      },
    })
  }
  // `web/ui/theme.tsx` writes it.
  const themeCookieName = `${cookiePrefixOf(sessionCookieName)}lockstep_theme`
  http.setNotFoundHandler((request, reply) => {
    if (pages === null || !wantsPage(request)) {
      return sendProblem(request, reply, { status: 404, detail: say('There is nothing at this address.') })
    }
    const theme = request.cookies[themeCookieName]
    return sendIndexPage(request, reply, pages[request.language ?? 'en'], {
      isSignedIn: sessionCookieName in request.cookies,
      theme,
    })
  })
}

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|(de\/)?assets)(\/|$)/.test(request.url.split('?')[0] ?? '')

/** index.html for visitors, and per screen for signed-in people with preload links for the scripts of that screen. */
type Templates = { plain: string; signedIn: ReadonlyMap<string, string> }

/** Each language is a build of its own; those beside English are in a folder of their own. */
const readPages = (folder: string): Record<Language, Templates> => ({
  en: readTemplates(folder, ''),
  de: readTemplates(join(folder, 'de'), 'de/'),
})

function readTemplates(folder: string, address: string): Templates {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const plain = read('index.html')
  const scripts = JSON.parse(read('.vite/screen-scripts.json')) as Record<string, string[]>
  const withScripts = (files: readonly string[]) =>
    plain.replace(
      '</head>',
      `${files.map((file) => `<link rel="modulepreload" crossorigin href="/${address}${file}">`).join('')}</head>`,
    )
  return { plain, signedIn: new Map(screenPaths.map((path) => [path, withScripts(scripts[path] ?? [])])) }
}

function sendIndexPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, signedIn }: Templates,
  { isSignedIn, theme }: { isSignedIn: boolean; theme: string | undefined },
): FastifyReply {
  const nonce = newNonce()
  const address = request.url.split('?')[0] ?? '/'
  const screen = signedIn.get(address.length > 1 ? address.replace(/\/$/, '') : address)
  const template = isSignedIn && screen ? screen : plain
  return reply
    .code(screen ? 200 : 404)
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(
      template
        .replaceAll('__CSP_NONCE__', nonce)
        .replace('__THEME__', theme === 'light' || theme === 'dark' ? theme : 'system'),
    )
}
