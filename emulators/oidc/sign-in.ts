import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { escapeHtml, renderPage } from '../html-page.ts'
import { acrOf, demoAccounts, subjectOf } from './accounts.ts'
import { sendLogoutTokens } from './backchannel-logout.ts'

/** Shows the accounts, and completes the sign-in with the chosen one. */
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
    const accountId = subjectOf(email)
    await forgetLastAccount(provider, interaction, accountId)
    const acr = acrOf(email.trim(), interaction.params['acr_values'])
    await provider.interactionFinished(request, response, { login: { accountId, ...(acr ? { acr } : {}) } })
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    sendPage(
      response,
      400,
      renderMessage('This sign-in is too old', 'Go back to the application and sign in again.', home),
    )
  }
}

/** Ends the session of another account; otherwise oidc-provider would show a page of its own. */
async function forgetLastAccount(provider: Provider, interaction: Interaction, accountId: string): Promise<void> {
  if (!interaction.session || interaction.session.accountId === accountId) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  if (session) {
    await sendLogoutTokens(provider, session)
    await session.destroy()
  }
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
}

function renderSignIn(action: string, refused?: string): string {
  const accounts = demoAccounts.map(
    ({ email, duty }, index) => `
      <li>
        <button name="email" value="${email}" aria-describedby="duty-${index}">Sign in as ${email}</button>
        <p id="duty-${index}">${duty}</p>
      </li>`,
  )
  const problem =
    refused === undefined ? '' : '<p id="problem" role="alert">Write an e-mail address such as ana@example.com.</p>'
  return signInPage(
    'Sign in',
    `<p>This page stands in for your sign-in provider while Lockstep runs on this machine. Choose who you are; there is no password.</p>
    <form method="post" action="${escapeHtml(action)}"><ul>${accounts.join('')}</ul></form>
    <form method="post" action="${escapeHtml(action)}" class="other" novalidate>
      <label for="email">Another e-mail address</label>
      <div>
        <input id="email" name="email" type="email" autocomplete="email" spellcheck="false" required value="${escapeHtml(refused ?? '')}"${problem && ' aria-invalid="true" aria-describedby="problem"'}>
        <button>Sign in</button>
      </div>
      ${problem}
      <p>An address that begins with “unverified” counts as not verified. One that begins with “onefactor” signs in without a second factor.</p>
    </form>`,
  )
}

/** The form submits itself; the button is for browsers without scripts. */
export function renderSignOut(form: string): string {
  const confirmed = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><button class="single">Sign out</button></form>',
  )
  return signInPage('Signing out', `${confirmed}<script>document.forms[0].submit()</script>`)
}

export function renderMessage(title: string, text: string, home: string): string {
  return signInPage(title, `<p>${escapeHtml(text)}</p><p><a href="${escapeHtml(home)}">Back to Lockstep</a></p>`)
}

const signInPage = (title: string, content: string) => renderPage('Local sign-in', title, content)
