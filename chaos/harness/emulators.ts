import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import { startSms } from '#emulators/sms/start-sms.ts'
import { startSmtp } from '#emulators/smtp/start-smtp.ts'
import { emulatorApplication } from '#server/testing/emulator-account.ts'

const account = { sid: `AC${'0'.repeat(32)}`, authToken: 'chaos', number: '+13605550000' }
const keepsAll = 1_000_000
/** Seconds: an order goes through the warehouses while one watches. */
const swift = { receive: 1, plan: 1, process: 1, firstShipment: 1, ship: 2, cancel: 1, outForDelivery: 2, deliver: 4 }

export type Emulators = Awaited<ReturnType<typeof startEmulators>>

/** Everybody outside whom the product talks to, in this process, so that their books are open. */
export async function startEmulators() {
  const amazon = await startAmazon({ client: emulatorApplication, limits: 'off' })
  Object.assign(amazon.state.fulfillment.timings, swift)
  const smtp = await startSmtp({ keep: keepsAll })
  const sms = await startSms({ account, keep: keepsAll })
  return {
    amazon,
    smtp,
    sms,
    env: {
      AMAZON_LWA_CLIENT_ID: emulatorApplication.id,
      AMAZON_LWA_CLIENT_SECRET: emulatorApplication.secret,
      AMAZON_APP_ID: emulatorApplication.appId,
      AMAZON_LWA_URL: amazon.url,
      AMAZON_SP_API_URL: amazon.url,
      AMAZON_SELLER_CENTRAL_URL: amazon.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Lockstep <mail@lockstep.test>',
      TWILIO_API_URL: sms.url,
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: account.number,
    },
    stop: () => Promise.all([amazon.stop(), smtp.stop(), sms.stop()]),
  }
}
