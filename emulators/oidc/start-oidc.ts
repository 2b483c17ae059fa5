import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { answerRequests, close, listen, type RunningEmulator } from '../loopback-server.ts'
import { choosePort, readStateFile, writeStateFile } from '../state-file.ts'
import { findAccount, oneFactor } from './accounts.ts'
import { fetchFromThisMachine, logFailedLogouts } from './backchannel-logout.ts'
import { handleSignIn, renderMessage, renderSignOut } from './sign-in.ts'

export type OidcOptions = {
  client: OidcClient
  /** Port to listen on. 0 or absent: the saved port if it is free, else any. */
  port?: number
  /** Saves keys and port over restarts; without it both are new at each start. */
  stateFile?: string
}

export async function startOidc(options: OidcOptions): Promise<RunningEmulator> {
  const state = loadState(options.stateFile)
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [state.port, 0])
  // Saved once: after a temporary change of port the emulator returns to the address that accounts are bound to.
  if (options.stateFile && !existsSync(options.stateFile)) writeStateFile(options.stateFile, { ...state, port })

  const url = `http://127.0.0.1:${port}`
  const provider = createProvider(url, options.client, state)
  const answer = provider.callback()
  answerRequests(server, (request, response) =>
    request.url?.startsWith('/sign-in/')
      ? handleSignIn(provider, options.client.home, request, response)
      : answer(request, response),
  )
  return { url, stop: () => close(server) }
}

type OidcClient = {
  id: string
  secret: string
  /** The application; people land there after signing out. */
  home: string
  /** The application's endpoint for logout tokens. Without it none are sent, and ID tokens name no session (`sid`). */
  backchannelLogoutUrl?: string
}

function createProvider(issuer: string, client: OidcClient, state: OidcState): Provider {
  const provider = new Provider(issuer, configure(client, state))
  logFailedLogouts(provider)
  return provider
}

function configure(client: OidcClient, state: OidcState): Configuration {
  const { home } = client
  return {
    adapter: createMemoryStore(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [new URL('/api/callback', home).href],
        post_logout_redirect_uris: [home],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
        ...(client.backchannelLogoutUrl
          ? { backchannel_logout_uri: client.backchannelLogoutUrl, backchannel_logout_session_required: true }
          : {}),
      },
    ],
    jwks: { keys: state.signingKeys },
    cookies: { keys: state.cookieKeys },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: false,
    // oidc-provider sends `acr` only if it knows any; the accounts decide which (`acrOf`).
    acrValues: [oneFactor],
    fetch: fetchFromThisMachine,
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, Session: 86_400 },
    findAccount: (_, subject) => findAccount(subject),
    loadExistingGrant: grantWhatIsAsked,
    interactions: { url: (_, interaction) => `/sign-in/${interaction.uid}`, policy: askEveryTime() },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: client.backchannelLogoutUrl !== undefined },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => show(ctx, renderSignOut(form)),
        postLogoutSuccessSource: (ctx) =>
          show(ctx, renderMessage('You are signed out', 'You can close this page.', home)),
      },
    },
    renderError: (ctx, out) => {
      show(ctx, renderMessage('This sign-in did not work', out.error_description ?? out.error, home))
    },
  }
}

function show(ctx: KoaContextWithOIDC, page: string): void {
  ctx.type = 'html'
  ctx.body = page
}

/** Asks for the account at every sign-in, even with a session. */
function askEveryTime(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy
  const policy = base()
  const check = new Check('choose_account', 'The account is chosen at every sign-in', (ctx) =>
    ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(check)
  return policy
}

/** Grants all requested scopes without a consent page. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(' '))
  await grant.save()
  return grant
}

type Entry = { payload: AdapterPayload; expiresAt: number }

/** In-memory storage of sessions, codes and tokens; they end with the process. */
function createMemoryStore(): AdapterFactory {
  const models = new Map<string, Map<string, Entry>>()
  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>()
    models.set(model, entries)
    return createAdapter(entries)
  }
}

function createAdapter(entries: Map<string, Entry>): Adapter {
  const find = (matches: (payload: AdapterPayload) => boolean) => {
    dropExpired(entries)
    return [...entries.values()].find(({ payload }) => matches(payload))?.payload
  }
  return {
    async upsert(id, payload, expiresIn = Infinity) {
      entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
    },
    async find(id) {
      dropExpired(entries)
      return entries.get(id)?.payload
    },
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(id)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}

function dropExpired(entries: Map<string, Entry>): void {
  const now = Date.now()
  for (const [id, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(id)
}

/** The state file: the port, which is part of the issuer, and the keys, which sign tokens of open sessions. */
type OidcState = { port: number; signingKeys: JWK[]; cookieKeys: string[] }

function loadState(file: string | undefined): OidcState {
  return (readStateFile(file) as OidcState | undefined) ?? makeState()
}

function makeState(): OidcState {
  const cookieKeys = [randomBytes(32).toString('base64url')]
  return { port: choosePort(), signingKeys: [makeSigningKey()], cookieKeys }
}

function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}
