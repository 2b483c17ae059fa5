import type { SmsService } from '#server/ports/sms.ts'
import { createTwilioClient } from './client.ts'
import { findSentText } from './find-sent.ts'
import { parseReply } from './read-answer.ts'
import type { TwilioSettings } from './settings.ts'
import { SentText } from './wire.ts'

/** Texts by Twilio's REST API. */
export function createTwilioSms(settings: TwilioSettings): SmsService {
  const { accountSid, authToken, from } = settings
  const client = createTwilioClient(settings)
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  return {
    from,
    async send({ to, text }) {
      const { sid } = await client.post(path, { To: to, From: from, Body: text }, SentText)
      return { externalId: sid }
    },
    findSent: (sms, since) => findSentText(client, path, { ...sms, from }, since),
    readAnswer: (call) => parseReply(authToken, call),
  }
}
