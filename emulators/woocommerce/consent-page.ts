import { escapeHtml, renderPage } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import { siteOf, type ShopCall } from './emulator.ts'
import { makeKey, nextId } from './state.ts'

/** WooCommerce's consent page (wc-auth): the shop posts the key to the application before the browser goes back. */
export const consentPath = '/wc-auth/v1/authorize'

const required = ['app_name', 'scope', 'user_id', 'return_url', 'callback_url'] as const
type Asked = Record<(typeof required)[number], string>

export async function answerConsent(call: ShopCall, received: Received): Promise<Reply> {
  const { method, query, headers, body } = received
  const asked = readAsked(method === 'GET' ? query : new URLSearchParams(body.toString()))
  if (!asked) return refuse(401, 'Error: something in the request is missing or not valid.')
  if (method === 'GET') return htmlReply(200, renderConsent(call, asked))
  if (headers['origin'] !== `http://${headers['host']}`) return refuse(403, 'This form belongs to this page.')
  const decision = new URLSearchParams(body.toString()).get('decision')
  return decision === 'approve' ? grant(call, asked) : goBack(asked, '0')
}

function readAsked(given: URLSearchParams): Asked | null {
  const asked = Object.fromEntries(required.map((name) => [name, given.get(name) ?? ''])) as Asked
  const isComplete = required.every((name) => asked[name] !== '')
  const isScope = ['read', 'write', 'read_write'].includes(asked.scope)
  return isComplete && isScope && URL.canParse(asked.callback_url) && URL.canParse(asked.return_url) ? asked : null
}

/** The post is not signed. Any answer but 200 takes the key back, and the browser stays here. */
async function grant({ emulator, shop }: ShopCall, asked: Asked): Promise<Reply> {
  const key = makeKey(nextId(shop), asked.scope as 'read' | 'write' | 'read_write')
  shop.keys.push(key)
  emulator.scheduleSave()
  const payload = {
    key_id: key.id,
    // WooCommerce mangles these characters.
    user_id: asked.user_id.replace(/[+=&]/g, ' '),
    consumer_key: key.key,
    consumer_secret: key.secret,
    key_permissions: key.permissions,
  }
  const answered = await post(asked.callback_url, payload)
  if (answered === 200) return goBack(asked, '1')
  shop.keys = shop.keys.filter((one) => one !== key)
  return refuse(401, 'Error: an error occurred in the request and at the time were unable to send the consumer data.')
}

async function post(url: string, payload: object): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

function goBack({ return_url: returnUrl, user_id: userId }: Asked, success: '0' | '1'): Reply {
  const url = new URL(returnUrl)
  url.searchParams.set('success', success)
  url.searchParams.set('user_id', userId)
  return { status: 303, headers: { location: url.href } }
}

const refuse = (status: number, why: string): Reply =>
  htmlReply(status, renderPage('Local WooCommerce', 'Access denied', `<p>${why}</p>`))

const renderConsent = ({ emulator, shop }: ShopCall, asked: Asked) =>
  renderPage(
    'Local WooCommerce',
    `${escapeHtml(asked.app_name)} would like to connect to your store`,
    `<p>${escapeHtml(asked.app_name)} asks for ${asked.scope === 'read_write' ? 'Read/Write' : escapeHtml(asked.scope)} access to <strong>${escapeHtml(shop.name)}</strong>: orders, products, customers and webhooks.</p>
    <form method="post" action="${escapeHtml(siteOf(emulator, shop))}${consentPath}">
      ${required.map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(asked[name])}">`).join('')}
      <div class="choice">
        <button name="decision" value="deny">Deny</button>
        <button class="primary" name="decision" value="approve">Approve</button>
      </div>
    </form>`,
  )
