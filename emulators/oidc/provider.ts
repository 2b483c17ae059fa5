import { interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { findAccount } from './accounts.ts'
import { createMemoryStore } from './memory-store.ts'
import { renderMessage, renderSignOut } from './pages.ts'
import type { OidcState } from './state.ts'

/** The application: `home` is its first page, where people land after signing out. */
export type OidcClient = { id: string; secret: string; home: string }

export function createProvider(issuer: string, client: OidcClient, state: OidcState): Provider {
  return new Provider(issuer, configure(client, state))
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
      },
    ],
    jwks: { keys: state.signingKeys },
    cookies: { keys: state.cookieKeys },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, Session: 86_400 },
    findAccount: (_, subject) => findAccount(subject),
    loadExistingGrant: grantWhatIsAsked,
    interactions: { url: (_, interaction) => `/sign-in/${interaction.uid}`, policy: askEveryTime() },
    features: {
      devInteractions: { enabled: false },
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

/** Whoever runs this chooses the account at every sign-in, even while the provider still remembers the last one. */
function askEveryTime(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy
  const policy = base()
  const check = new Check('choose_account', 'The account is chosen at every sign-in', (ctx) =>
    ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(check)
  return policy
}

/** Consent is implied: the provider and the application belong to the same people. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(' '))
  await grant.save()
  return grant
}
