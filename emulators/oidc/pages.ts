import { demoAccounts } from './accounts.ts'
import { style } from './style.ts'

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
  return page(
    'Sign in',
    `<p>This page stands in for your sign-in provider while Lockstep runs on this machine. Choose who you are; there is no password.</p>
    <form method="post" action="${escape(action)}"><ul>${accounts.join('')}</ul></form>
    <form method="post" action="${escape(action)}" class="other" novalidate>
      <label for="email">Another e-mail address</label>
      <div>
        <input id="email" name="email" type="email" autocomplete="email" spellcheck="false" required value="${escape(refused ?? '')}"${problem && ' aria-invalid="true" aria-describedby="problem"'}>
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
  return page('Signing out', `${confirmed}<script>document.forms[0].submit()</script>`)
}

export function renderMessage(title: string, text: string, home: string): string {
  return page(title, `<p>${escape(text)}</p><p><a href="${escape(home)}">Back to Lockstep</a></p>`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Local sign-in</title>
  <link rel="icon" href="data:,">
  <style>${style}</style>
</head>
<body>
  <main>
    <p class="mark">Local stand-in</p>
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>`
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
