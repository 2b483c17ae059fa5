import { escapeHtml, renderPage } from '../../html-page.ts'
import { htmlReply, type Received, type Reply } from '../../http.ts'
import type { AmazonEmulator } from '../emulator.ts'
import { issueCode } from '../lwa/tokens.ts'
import type { Endpoint } from '../sellers/marketplaces.ts'
import type { Seller } from '../state.ts'

export const consentPath = '/apps/authorize/consent'

/** Seller Central's OAuth consent page. */
export function answerConsent(emulator: AmazonEmulator, { method, query, body }: Received): Reply {
  const parameters = method === 'POST' ? new URLSearchParams(body.toString()) : query
  if (parameters.get('application_id') !== emulator.client.appId) {
    return htmlReply(400, renderConsentError('MD1000', 'There is no application with this application_id.'))
  }
  const redirectUri = findRedirectUri(emulator, parameters.get('redirect_uri'))
  if (!redirectUri) {
    return htmlReply(400, renderConsentError('MD5101', 'This redirect_uri is not registered for the application.'))
  }
  if (method !== 'POST') return htmlReply(200, renderConsent(parameters, Object.values(emulator.state.sellers)))
  return decide(emulator, parameters, redirectUri)
}

function findRedirectUri({ client }: AmazonEmulator, requested: string | null): string | null {
  if (client.redirectUri === undefined) return requested !== null && URL.canParse(requested) ? requested : null
  return requested === null || requested === client.redirectUri ? client.redirectUri : null
}

function decide(emulator: AmazonEmulator, form: URLSearchParams, redirectUri: string): Reply {
  const back = new URL(redirectUri)
  const state = form.get('state')
  if (state !== null) back.searchParams.set('state', state)
  const seller = emulator.state.sellers[form.get('seller') ?? '']
  if (form.get('decision') === 'authorize' && seller) {
    const code = issueCode(emulator.state.tokens, { sellerId: seller.id, redirectUri }, emulator.clock.now())
    back.searchParams.set('selling_partner_id', seller.id)
    back.searchParams.set('spapi_oauth_code', code)
    emulator.scheduleSave()
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The selling partner did not authorize the application')
  }
  return { status: 303, headers: { location: back.href, 'referrer-policy': 'no-referrer' } }
}

const house = 'Local Seller Central'

const regions: Record<Endpoint, string> = { na: 'North America', eu: 'Europe', fe: 'Far East' }

/** Parameters that the form sends back unchanged. */
const forwardedParameters = ['application_id', 'state', 'redirect_uri', 'version']

function renderConsent(parameters: URLSearchParams, sellers: Seller[]): string {
  const hidden = forwardedParameters.flatMap((name) => {
    const value = parameters.get(name)
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

function renderConsentError(code: string, text: string): string {
  return renderPage(house, `Error ${code}`, `<p>${text} Go back to the application and try again.</p>`)
}

const renderSeller = ({ id, name, endpoint }: Seller, index: number) => `
  <label>
    <input type="radio" name="seller" value="${escapeHtml(id)}" required${index === 0 ? ' checked' : ''}>
    <span>${escapeHtml(name)}<small>${regions[endpoint]} · ${escapeHtml(id)}</small></span>
  </label>`
