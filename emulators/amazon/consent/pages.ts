import { escapeHtml, renderPage } from '../../page.ts'
import type { Endpoint, Seller } from '../world.ts'

const house = 'Local Seller Central'
const regions: Record<Endpoint, string> = { na: 'North America', eu: 'Europe', fe: 'Far East' }
/** What the choice must send along, as it was asked. */
const forwardedParameters = ['application_id', 'state', 'redirect_uri', 'version']

export function renderConsent(asked: URLSearchParams, sellers: Seller[]): string {
  const hidden = forwardedParameters.flatMap((name) => {
    const value = asked.get(name)
    return value === null ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">`]
  })
  return renderPage(
    house,
    'Authorize Lockstep',
    `<p>This page stands in for Amazon’s Seller Central while Lockstep runs on this machine. Choose whose account Lockstep may read and change.</p>
    <form method="post">
      ${hidden.join('')}
      <fieldset>
        <legend>Seller account</legend>
        ${sellers.map(renderSeller).join('')}
      </fieldset>
      <p>Lockstep will see listings, stock and orders of this account, change listings and ship from Amazon’s warehouses.</p>
      <div class="choice">
        <button name="decision" value="authorize" class="primary">Authorize</button>
        <button name="decision" value="deny">Deny</button>
      </div>
    </form>`,
  )
}

export function renderConsentError(code: string, text: string): string {
  return renderPage(house, `Error ${code}`, `<p>${text} Go back to the application and try again.</p>`)
}

const renderSeller = ({ id, name, endpoint }: Seller, index: number) => `
  <label>
    <input type="radio" name="seller" value="${escapeHtml(id)}" required${index === 0 ? ' checked' : ''}>
    <span>${escapeHtml(name)}<small>${regions[endpoint]} · ${escapeHtml(id)}</small></span>
  </label>`
