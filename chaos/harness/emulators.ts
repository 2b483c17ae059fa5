import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import { startSms } from '#emulators/sms/start-sms.ts'
import { startSmtp } from '#emulators/smtp/start-smtp.ts'
import { emulatorApplication } from '#server/testing/emulator-account.ts'

const account = { sid: `AC${'0'.repeat(32)}`, authToken: 'chaos', number: '+13605550000' }
const keepAll = 1_000_000
/** Seconds of each step in the warehouse: short, so that orders are delivered during a scenario. */
const fastTimings = {
  receive: 1,
  plan: 1,
  process: 1,
  firstShipment: 1,
  ship: 2,
  cancel: 1,
  outForDelivery: 2,
  deliver: 4,
}

export type Emulators = Awaited<ReturnType<typeof startEmulators>>

/** Emulators of Amazon, mail and SMS in this process, so that invariants can compare their state with the product's. */
export async function startEmulators() {
  const amazon = await startAmazon({ client: emulatorApplication, limits: 'off' })
  Object.assign(amazon.state.fulfillment.timings, fastTimings)
  const smtp = await startSmtp({ keep: keepAll })
  const sms = await startSms({ account, keep: keepAll })
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
