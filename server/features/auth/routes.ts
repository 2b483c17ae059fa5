import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authApi } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { callbackPath, signInAddress, signInPath, signOutPath } from '#contract/paths.ts'
import { type Config, isLoopback } from '#server/platform/config.ts'
import { createVault, deriveKey } from '#server/platform/crypto/vault.ts'
import { isDatabaseUnavailable } from '#server/platform/db/errors.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf, serve } from '#server/platform/http/endpoints.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { plainPage, plainPagePolicy } from '#server/platform/http/html-pages.ts'
import { inReadersLanguage, writeLanguageCookie } from '#server/platform/http/language.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { IdentityRejected, type SignInChecks, signInRejections } from '#server/ports/identity.ts'
import { safeReturnPath } from './return-path.ts'
import type { SessionCookie } from './session-cookie.ts'
import { backChannelLogoutRoute, endOtherSessions, endSession, listSessions } from './sessions.ts'
import {
  currentUser,
  recordRejectedSignIn,
  setLanguage,
  signIn,
  SignInRefused,
  signOut,
  switchCompany,
} from './sign-in.ts'

export function authRoutes(app: App): void {
  serve(app, authApi.currentUser, async (_ctx, _input, signedIn) => currentUser(signedIn, app.deps.gate))
  serve(app, authApi.switchCompany, switchCompany)
  serve(app, authApi.setLanguage, setLanguage)
  serve(app, authApi.recentSignIn, async () => ({ isRecent: true as const }))
  serve(app, authApi.sessions, listSessions)
  serve(app, authApi.endSession, endSession)
  serve(app, authApi.endOtherSessions, endOtherSessions)
}

const hidden = { schema: { hide: true } }

/** How old the credentials may be that confirm a dangerous step. Not 0: a second factor takes its time after the first. */
const confirmAgeSeconds = 300

/**
 * OpenID Connect sign-in with redirects: begin, callback and sign-out. Errors are shown as pages, since the browser
 * navigates here. Begin tries no credential and asks neither the provider nor the database, so only the general limit of
 * the API applies to it: an office has one address.
 */
export function signInRoutes(app: App, sessionCookie: SessionCookie): void {
  const { deps } = app
  const { PUBLIC_URL } = deps.config
  const loginCookie = createLoginCookie(deps.config)

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const { returnTo: requested, moved, confirm } = queryOf(request)
    const returnTo = safeReturnPath(requested, PUBLIC_URL)
    // The provider redirects to PUBLIC_URL, and cookies set for another host are not sent there. Redirects once only:
    // behind a proxy that passes another host it would loop.
    if (request.host !== new URL(PUBLIC_URL).host && moved === undefined) {
      const confirming = confirm === undefined ? '' : '&confirm=1'
      return reply.redirect(`${new URL(signInAddress(returnTo), PUBLIC_URL).href}&moved=1${confirming}`)
    }
    // On this machine the redirect above comes from another site too: 127.0.0.1 is not localhost.
    const isMovedHere = moved !== undefined && isLoopback(PUBLIC_URL)
    if (request.headers['sec-fetch-site'] === 'cross-site' && !isMovedHere) return sendBeginPage(reply, returnTo)
    // A signed-in person who confirms a dangerous step gives their credentials again, and must stay the same person.
    const confirming = confirm === undefined ? null : await app.authenticate(request)
    const { url, checks } = await deps.ports.identity.beginSignIn(
      confirming ? { maxAgeSeconds: confirmAgeSeconds } : {},
    )
    loginCookie.write(reply, { checks, returnTo, expectedUserId: confirming?.user.id ?? null }, deps.clock.now())
    return reply.redirect(url)
  }

  const complete = async (request: FastifyRequest, reply: FastifyReply) => {
    const login = loginCookie.take(request, reply, queryOf(request).state ?? '', deps.clock.now())
    if (!login) throw new Rejected(say('This sign-in has expired or was started in another browser'))
    return limitFailures(app, request, reply, () => openSession(request, reply, login))
  }

  const openSession = async (request: FastifyRequest, reply: FastifyReply, login: Login) => {
    const answer = new URL(request.url, PUBLIC_URL)
    const { expectedUserId } = login
    const origin = originOf(request)
    const completed = await deps.ports.identity.completeSignIn(answer, login.checks).catch(async (error: unknown) => {
      if (!(error instanceof Rejected)) throw error
      const identity = error instanceof IdentityRejected ? error.identity : null
      const accountId = await recordRejectedSignIn(deps, { identity, expectedUserId, origin }, error.message)
      if (accountId !== null) app.http.refusals.countPerson(accountId)
      throw error
    })
    const previousSid = sessionCookie.read(request)
    const { sid, setCookie } = sessionCookie.create()
    const input = { ...completed, sid, previousSid, expectedUserId, origin }
    const { language } = await signIn(deps, input).catch((error: unknown) => {
      if (error instanceof SignInRefused && error.account) app.http.refusals.countPerson(error.account.id)
      throw error
    })
    setCookie(reply)
    writeLanguageCookie(reply, sessionCookie.name, language)
    return reply.redirect(login.returnTo)
  }

  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    // CSRF: a link on another site must not sign people out. Browsers say where a navigation comes from.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/')
    const signedIn = await app.authenticate(request)
    sessionCookie.clear(reply)
    void reply.header('clear-site-data', clearedAtSignOut)
    const next = signedIn ? await signOut(deps, signedIn, originOf(request)) : null
    return reply.redirect(next ?? '/')
  }

  app.http.get(signInPath, hidden, orErrorPage(begin))
  app.http.get(callbackPath, hidden, orErrorPage(complete))
  app.http.get(signOutPath, hidden, orErrorPage(end))
  backChannelLogoutRoute(app)
}

/**
 * Counts refused sign-ins per client network. Once there were too many, the provider is not asked any more. An answer for
 * which the browser has no sign-in under way does not come here: it costs nothing, and anybody could send it.
 */
async function limitFailures<T>(
  { http }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: () => Promise<T>,
): Promise<T> {
  const credential = 'sign-in'
  const countedSignIn = () =>
    signIn().catch(async (error: unknown) => {
      if (error instanceof Rejected || error instanceof AppError) await http.countRefusal(request, reply, credential)
      throw error
    })
  return http.attempt(request, reply, countedSignIn, { credential })
}

/**
 * What the browser forgets at sign-out: everything that our scripts have stored, such as the places that the person has
 * opened. Not "cookies", which would end sessions of other products under the same domain; ours is cleared by itself,
 * and the color theme stays. Not "cache": replies with data are never stored, and clearing the rest takes seconds.
 */
const clearedAtSignOut = '"storage"'

const Query = z.object({
  returnTo: z.string().optional().catch(undefined),
  state: z.string().optional().catch(undefined),
  moved: z.string().optional().catch(undefined),
  /** Set when a signed-in person is asked to sign in again. */
  confirm: z.string().optional().catch(undefined),
})

const queryOf = (request: FastifyRequest) => Query.parse(request.query)

type SignInStep = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Turns expected errors into an error page. */
function orErrorPage(step: SignInStep): SignInStep {
  return async (request, reply) => {
    try {
      return await step(request, reply)
    } catch (error) {
      const page = errorPageFor(error)
      if (!page) throw error
      request.log[page.status < 500 ? 'warn' : 'error']({ err: error }, 'signing in or out did not work')
      return sendSignInErrorPage(request, reply, page)
    }
  }
}

function errorPageFor(error: unknown): SignInError | null {
  if (error instanceof AppError) return { status: 403, title: say('You can’t sign in here'), sentence: error.sentence }
  if (error instanceof Rejected && error.code === signInRejections.secondFactorMissing) {
    return {
      status: 403,
      title: say('Sign-in needs a second factor'),
      sentence: say(
        'Your sign-in provider did not ask for a second factor. Set one up there, such as an authenticator app, and sign in again. If you already have one, ask your administrator.',
      ),
    }
  }
  if (error instanceof Rejected && error.code === signInRejections.notReauthenticated) {
    return {
      status: 403,
      title: say('Your sign-in couldn’t be confirmed'),
      sentence: say(
        'Your sign-in provider did not ask for your credentials again, or doesn’t report when it did. Sign out there and try again, or ask your administrator.',
      ),
    }
  }
  if (error instanceof Rejected) {
    return {
      status: 400,
      title: say('Sign-in failed'),
      sentence: say('The sign-in was cancelled, took too long, or was opened twice. Please try again.'),
    }
  }
  if (error instanceof HttpError && error.statusCode === 429) {
    const sentence = say('Too many failed sign-ins from your network. Wait 15 minutes, then try again.')
    return { status: 429, title: say('Sign-in is paused'), sentence }
  }
  const away = { status: 503, title: say('Sign-in isn’t available right now') }
  if (error instanceof Unavailable) {
    return { ...away, sentence: say('The sign-in provider isn’t responding. Please try again in a minute.') }
  }
  if (isDatabaseUnavailable(error))
    return { ...away, sentence: say('Our database isn’t responding. Please try again in a minute.') }
  return null
}

type SignInError = { status: number; title: Message; sentence: Message }

function sendSignInErrorPage(request: FastifyRequest, reply: FastifyReply, error: SignInError): FastifyReply {
  const title = inReadersLanguage(request, error.title)
  const htmlOf = (message: Message) => escapeHtml(inReadersLanguage(request, message))
  const body = `<h1>${escapeHtml(title)}</h1><p>${htmlOf(error.sentence)}</p>
<p><a class="button" href="${signInPath}">${htmlOf(say('Try again'))}</a></p><p><a href="/">${htmlOf(say('Back to the start page'))}</a></p>`
  return sendPlainPage(reply.code(error.status), { title, body, language: request.language ?? 'en' })
}

/** A link on another site opens no session by itself, though the provider may know the person already. */
function sendBeginPage(reply: FastifyReply, returnTo: string): FastifyReply {
  const title = 'Sign in to Lockstep?'
  const body = `<h1>${title}</h1><p>A link on another website brought you here.</p>
<p><a class="button" href="${escapeHtml(signInAddress(returnTo))}">Sign in</a></p><p><a href="/">Back to the start page</a></p>`
  return sendPlainPage(reply, { title, body })
}

const sendPlainPage = (reply: FastifyReply, page: Parameters<typeof plainPage>[0]): FastifyReply =>
  reply.header('content-security-policy', plainPagePolicy).type('text/html; charset=utf-8').send(plainPage(page))

type Login = z.output<typeof Login>

const Login = z.object({
  checks: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    maxAgeSeconds: z.number().optional(),
  }),
  returnTo: z.string(),
  expectedUserId: z.string().nullable(),
  expires: z.number(),
})

type BegunLogin = { checks: SignInChecks; returnTo: string; expectedUserId: string | null }

const loginLifetimeSeconds = 600

/**
 * Encrypted cookie that carries state, nonce and PKCE verifier through the redirect to the provider and back. One
 * cookie per attempt, named after its state, so that two tabs can sign in at once and each answer can be used once.
 */
function createLoginCookie(config: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>) {
  const vault = createVault(deriveKey(config.SESSION_SECRET, 'login cookie'))
  const secure = config.PUBLIC_URL.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  // `__Host-`: no other host of the domain can plant the cookie and so make a victim finish the attacker's sign-in.
  const prefix = secure ? '__Host-lockstep_login_' : 'lockstep_login_'
  const nameOf = (state: string) => prefix + createHash('sha256').update(state).digest('base64url').slice(0, 16)
  return {
    write(reply: FastifyReply, login: BegunLogin, now: Date): void {
      const name = nameOf(login.checks.state)
      const value = vault.encrypt(
        JSON.stringify({ ...login, expires: now.getTime() + loginLifetimeSeconds * 1000 }),
        name,
      )
      void reply.setCookie(name, value, { ...options, maxAge: loginLifetimeSeconds })
    },
    /** Reads the cookie and clears it; null if it is missing, invalid or expired. */
    take(request: FastifyRequest, reply: FastifyReply, state: string, now: Date) {
      const name = nameOf(state)
      const value = request.cookies[name]
      if (!value) return null
      void reply.clearCookie(name, options)
      try {
        const login = Login.parse(JSON.parse(vault.decrypt(value, name)))
        return login.expires > now.getTime() ? login : null
      } catch {
        return null
      }
    },
  }
}
