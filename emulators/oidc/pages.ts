import { escapeHtml, renderPage } from '../page.ts'
import { demoAccounts } from './accounts.ts'

export function renderSignIn(action: string, refused?: string): string {
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
      <p>An address that begins with “unverified” counts as not verified.</p>
    </form>`,
  )
}

/** Signing out asks nothing more: the form sends itself, and the button is for browsers without scripts. */
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
