import type { Account } from '../stand-in.ts'
import type { Text } from '../world.ts'

/** The plain alphabet of a phone carries 160 letters a part, any other 70; joined parts have room for a little less. */
function countSegments(body: string): number {
  const [alone, joined] = /^[\x20-\x7e\n\r]*$/.test(body) ? [160, 153] : [70, 67]
  return body.length <= alone ? 1 : Math.ceil(body.length / joined)
}

/** A text in Twilio's words. */
export function describeText({ sid: accountSid }: Account, text: Text, status: string) {
  const date = new Date(text.at).toUTCString().replace('GMT', '+0000')
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}.json`
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text.body,
    date_created: date,
    date_sent: status === 'queued' ? null : date,
    date_updated: date,
    direction: text.direction,
    error_code: null,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(countSegments(text.body)),
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to: text.to,
    uri,
  }
}
