import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { ownProduct } from './product.ts'

/** The control API of the Amazon emulator, which Amazon itself does not have. */
export function emulatorAt(origin: string, request: APIRequestContext) {
  const order = async (method: string, path: string, data?: object) => {
    const reply = await request.fetch(`${origin}/_control/${path}`, { method, ...(data && { data }) })
    expect(reply.status(), `${method} ${path}`).toBe(200)
    return (await reply.json()) as object
  }
  return {
    order,
    /** The OAuth code that the seller's consent would give. */
    authorize: async (sellerId: string) => ((await order('POST', 'authorize', { sellerId })) as { code: string }).code,
    letPass: ({ minutes }: { minutes: number }) => order('POST', 'clock', { advanceSeconds: minutes * 60 }),
  }
}

type SentMail = { recipients: string[]; from: string; subject: string; text: string; html: string }

type SentText = { to: string; body: string; times: number }

/** The inbox page of an emulator, from its log. */
function inboxOf(name: 'smtp' | 'sms'): string {
  const log = readFileSync(join(ownProduct().dataDir, 'logs/stand-ins.log'), 'utf8')
  const line = { smtp: /SMTP_URL=\S+ inbox (\S+)/, sms: /TWILIO_API_URL=\S+ .*inbox (\S+)/ }[name]
  const found = line.exec(log)?.[1]
  if (!found) throw new Error(`The stand-in ${name} has not said where its inbox is`)
  return found
}

/** Delivered mails and texts, newest first. */
export function inboxes(request: APIRequestContext) {
  const messages = async <Message>(name: 'smtp' | 'sms') => {
    const reply = await request.get(`${inboxOf(name)}/_control/messages`)
    return ((await reply.json()) as { messages: Message[] }).messages
  }
  return {
    mailsTo: async (address: string) =>
      (await messages<SentMail>('smtp')).filter(({ recipients }) => recipients.includes(address)),
    textsTo: async (number: string) => (await messages<SentText>('sms')).filter(({ to }) => to === number),
    answer: (from: string, body: string) =>
      request.post(`${inboxOf('sms')}/_control/answers`, { data: { from, body } }),
  }
}
