import type { ShopRequest } from '#server/testing/shop-webhooks.ts'
import type { ClientOutcome } from '../invariants/client-history.ts'

const timeoutMs = 20_000

export type ClientResponse = { outcome: ClientOutcome; status: number | null; text: string }

/** Sends one request and reports what its client knows afterwards. Never throws. */
export async function sendRequest(
  url: string,
  { path, headers, body }: ShopRequest,
  method = 'POST',
): Promise<ClientResponse> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    return { outcome: outcomeOf(response), status: response.status, text }
  } catch {
    return { outcome: 'unknown', status: null, text: '' }
  }
}

/** 429 and 503 say that nothing was done and a retry is welcome; any other 5xx leaves open whether it was. */
function outcomeOf({ ok, status }: Response): ClientOutcome {
  if (ok) return 'ok'
  return status < 500 || status === 503 ? 'refused' : 'unknown'
}
