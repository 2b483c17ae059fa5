import type { Received } from '../../http/received.ts'
import { htmlReply, type Reply } from '../../http/reply.ts'
import { issueCode } from '../lwa/tokens.ts'
import type { AmazonEmulator } from '../stand-in.ts'
import { renderConsent, renderConsentError } from './pages.ts'

export const consentPath = '/apps/authorize/consent'

/** Seller Central's page on which a seller lets an application in. */
export function answerConsent(standIn: AmazonEmulator, { method, query, body }: Received): Reply {
  const asked = method === 'POST' ? new URLSearchParams(body.toString()) : query
  if (asked.get('application_id') !== standIn.client.appId) {
    return htmlReply(400, renderConsentError('MD1000', 'There is no application with this application_id.'))
  }
  const redirectUri = findRedirectUri(standIn, asked.get('redirect_uri'))
  if (!redirectUri) {
    return htmlReply(400, renderConsentError('MD5101', 'This redirect_uri is not registered for the application.'))
  }
  if (method !== 'POST') return htmlReply(200, renderConsent(asked, Object.values(standIn.state.sellers)))
  return decide(standIn, asked, redirectUri)
}

function findRedirectUri({ client }: AmazonEmulator, asked: string | null): string | null {
  if (client.redirectUri === undefined) return asked !== null && URL.canParse(asked) ? asked : null
  return asked === null || asked === client.redirectUri ? client.redirectUri : null
}

function decide(standIn: AmazonEmulator, form: URLSearchParams, redirectUri: string): Reply {
  const back = new URL(redirectUri)
  const state = form.get('state')
  if (state !== null) back.searchParams.set('state', state)
  const seller = standIn.state.sellers[form.get('seller') ?? '']
  if (form.get('decision') === 'authorize' && seller) {
    const code = issueCode(standIn.state.tokens, { sellerId: seller.id, redirectUri }, standIn.clock.now())
    back.searchParams.set('selling_partner_id', seller.id)
    back.searchParams.set('spapi_oauth_code', code)
    standIn.scheduleSave()
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The selling partner did not authorize the application')
  }
  return { status: 303, headers: { location: back.href, 'referrer-policy': 'no-referrer' } }
}
