import type { Sms } from '#server/ports/sms.ts'
import type { TwilioClient } from './client.ts'
import { TextPage } from './wire.ts'

const pageSize = '200'
/** Twilio's clock and ours are not the same, and it tells times to the second. */
const clockGap = 60_000

/**
 * The pages are not narrowed down by `DateSent`: a text that still waits at Twilio has none, and one that is overlooked
 * is sent twice. They come newest first, so that the first one from before ends the search.
 */
export async function findSentText(
  client: TwilioClient,
  path: string,
  { to, from, text }: Sms & { from: string },
  since: Date,
): Promise<string | null> {
  const query = new URLSearchParams({ To: to, From: from, PageSize: pageSize })
  const earliest = since.getTime() - clockGap
  let next: string | null = `${path}?${query.toString()}`
  while (next !== null) {
    const page: TextPage = await client.get(next, TextPage)
    const found = page.messages.find(({ body, date_created }) => body === text && date_created >= earliest)
    if (found) return found.sid
    next = page.messages.some(({ date_created }) => date_created < earliest) ? null : page.next_page_uri
  }
  return null
}
