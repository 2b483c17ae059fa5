import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { subjectOf } from './accounts.ts'
import { renderMessage, renderSignIn } from './pages.ts'

/** Shows the choice of accounts, and takes the one that was chosen back to the application. */
export async function handleSignIn(
  provider: Provider,
  home: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    const interaction = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return sendPage(response, 200, renderSignIn(request.url ?? ''))
    const email = new URLSearchParams(await text(request)).get('email') ?? ''
    if (!/^[^@\s]+@[^@\s]+$/.test(email.trim())) return sendPage(response, 422, renderSignIn(request.url ?? '', email))
    await forgetLastAccount(provider, interaction)
    await provider.interactionFinished(request, response, { login: { accountId: subjectOf(email) } })
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    sendPage(
      response,
      400,
      renderMessage('This sign-in is too old', 'Go back to the application and sign in again.', home),
    )
  }
}

/** With another account still signed in, the provider would put a page of its own between the choice and the application. */
async function forgetLastAccount(provider: Provider, interaction: Interaction): Promise<void> {
  if (!interaction.session) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  await session?.destroy()
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
}
