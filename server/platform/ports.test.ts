import { expect, it } from 'vitest'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { createAmazonListings } from '#server/integrations/amazon/listings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import { systemTiming } from '#server/integrations/amazon/timing.ts'
import { createSmtpMail } from '#server/integrations/smtp/mail.ts'
import { createTwilioSms } from '#server/integrations/twilio/sms.ts'
import { noPorts } from '#server/testing/app.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { callClasses, gatePorts, type WritingCall } from './ports.ts'

const amazonSettings = {
  clientId: 'id',
  clientSecret: 'secret',
  appId: 'app',
  redirectUrl: 'http://localhost',
  timing: systemTiming,
} as never
const client = createAmazonClient(amazonSettings)
const adapters = {
  marketplace: [createAmazonMarketplace(amazonSettings, client)],
  listings: [createAmazonListings(amazonSettings, client)],
  fulfillment: [createAmazonFulfillment(amazonSettings, client)],
  mail: [createSmtpMail({ url: 'smtp://localhost', from: 'a@example.com', requiresStartTls: false })],
  sms: [
    createTwilioSms({ apiUrl: 'http://localhost', accountSid: 'a', authToken: 't', from: '+1', version: '1', fetch }),
  ],
  channels: Object.values(noPorts.channels),
}

/** Ends the connections of the process; only `deps.ts` calls it. */
const closesOnly = new Set(['close'])

it.each(Object.entries(adapters))('every call of the adapters has a class: %s', (port, all) => {
  const classified = new Set(Object.keys(callClasses[port as keyof typeof callClasses]))
  for (const adapter of all) {
    const calls = Object.entries(adapter).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    expect(calls.filter((name) => !classified.has(name) && !closesOnly.has(name))).toEqual([])
  }
})

it('these calls write outside, and no others', () => {
  const writing = Object.entries(callClasses).flatMap(([port, classes]) =>
    Object.entries(classes).flatMap(([name, callClass]) => (callClass === 'reads' ? [] : [`${port}.${name}`])),
  )
  expect(writing).toEqual([
    'listings.patch',
    'listings.beginPatches',
    'listings.create',
    'fulfillment.submit',
    'fulfillment.cancel',
    'mail.send',
    'sms.send',
    'channels.pushOffers',
    'channels.report',
    'channels.ensureWebhooks',
    'channels.removeWebhooks',
  ])
})

it('a call that is in no class never reaches the adapter', async () => {
  const asked: string[] = []
  const fulfillment = Object.assign(new FakeFulfillment({ now: () => new Date() }), {
    destroyEverything: async () => void asked.push('destroyed'),
  })
  const ports = gatePorts({ ...noPorts, fulfillment }, async () => {})
  const gated = ports.fulfillment as unknown as typeof fulfillment
  await expect(gated.destroyEverything()).rejects.toThrow('in no class of calls')
  expect(asked).toEqual([])
})

it('the gate hears what would be written, and whether it goes to the company’s own people', async () => {
  const heard: WritingCall[] = []
  const mail = { from: 'a@example.com', send: async () => ({ externalId: '1', refused: [] }) }
  const ports = gatePorts({ ...noPorts, mail }, async (call) => void heard.push(call))
  const one = { sender: { name: null, address: null }, replyTo: null, to: [], subject: '', text: '', html: '' }
  await ports.mail?.send({ ...one, unsubscribeUrl: null })
  await ports.mail?.send({ ...one, unsubscribeUrl: null, isToOwnPeople: true })
  expect(heard).toEqual([
    { kind: 'customer_message', subject: 'email', isToOwnPeople: false },
    { kind: 'customer_message', subject: 'email', isToOwnPeople: true },
  ])
})
