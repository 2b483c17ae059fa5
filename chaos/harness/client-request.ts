import type { ShopRequest } from '#server/testing/shop-webhooks.ts'
import type { ClientOutcome } from '../invariants/client-history.ts'

const patience = 20_000

export type Answer = { told: ClientOutcome; status: number | null; text: string }

/** One request, and what whoever sent it knows afterwards. */
export async function ask(url: string, { path, headers, body }: ShopRequest, method = 'POST'): Promise<Answer> {
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(patience),
    })
    const text = await reply.text()
    return { told: toldBy(reply), status: reply.status, text }
  } catch {
    return { told: 'unknown', status: null, text: '' }
  }
}

/** 429 and 503 mean that it was not done and may be asked again; any other 5xx promises nothing. */
function toldBy({ ok, status }: Response): ClientOutcome {
  if (ok) return 'ok'
  return status < 500 || status === 503 ? 'refused' : 'unknown'
}
