import type { Client, Provider, Session } from 'oidc-provider'

/** oidc-provider's own method, which its types lack. It posts a signed logout token to the client. */
type LogoutClient = Client & { backchannelLogout(accountId: string, sid: string | undefined): Promise<void> }

/** Tells the applications of a session that it ends, as oidc-provider does at its end-session endpoint. */
export async function sendLogoutTokens(provider: Provider, session: Session): Promise<void> {
  for (const clientId of Object.keys(session.authorizations ?? {})) {
    const client = (await provider.Client.find(clientId)) as LogoutClient | undefined
    if (!client?.backchannelLogoutUri || !session.accountId) continue
    await client.backchannelLogout(session.accountId, session.sidFor(clientId)).catch(logFailure)
  }
}

/** A person is signed out here whether the application hears of it or not. */
export function logFailedLogouts(provider: Provider): void {
  provider.on('backchannel.error', (_ctx, error) => logFailure(error))
}

function logFailure(error: unknown): void {
  const reasons = [error, error instanceof Error ? error.cause : null].filter((reason) => reason instanceof Error)
  console.error(
    `back-channel logout did not reach the application: ${reasons.map(({ message }) => message).join(', ')}`,
  )
}

/**
 * oidc-provider refuses addresses of this machine by a dispatcher of its own (protection against SSRF), but the
 * application runs on this machine.
 */
export const fetchFromThisMachine = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
  const { dispatcher: _refusesLoopback, ...rest } = init as RequestInit & { dispatcher?: unknown }
  return fetch(input, rest)
}
