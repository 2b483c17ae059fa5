import { parseArgs } from 'node:util'
import { amazonFlags, listVariables, readAmazonSettings } from './amazon/settings.ts'
import { startAmazon } from './amazon/start-amazon.ts'
import type { RunningEmulator } from './loopback-server.ts'
import { listMetaVariables, readMetaSettings } from './meta/settings.ts'
import { startMeta } from './meta/start-meta.ts'
import { oidcFlags, readOidcSettings } from './oidc/settings.ts'
import { startOidc } from './oidc/start-oidc.ts'
import { listSmsVariables, readSmsSettings } from './sms/settings.ts'
import { startSms } from './sms/start-sms.ts'
import { readShopifySettings } from './shopify/settings.ts'
import { startShopify } from './shopify/start-shopify.ts'
import { readSmtpSettings, smtpFlags } from './smtp/settings.ts'
import { startSmtp } from './smtp/start-smtp.ts'
import { readWooSettings } from './woocommerce/settings.ts'
import { startWoocommerce } from './woocommerce/start-woocommerce.ts'

/** Runs the named emulators in one process: `start.ts oidc amazon`, or one at a port: `start.ts amazon --port 4000`. */
const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { ...oidcFlags, ...amazonFlags, ...smtpFlags },
})

const starters: Record<string, () => Promise<RunningEmulator>> = {
  async oidc() {
    const settings = readOidcSettings(flags, process.env)
    const running = await startOidc(settings)
    if (!process.env['OIDC_CLIENT_SECRET']) {
      const { id, secret } = settings.client
      console.log(`OIDC_ISSUER_URL=${running.url} OIDC_CLIENT_ID=${id} OIDC_CLIENT_SECRET=${secret}`)
    }
    return running
  },
  async amazon() {
    const settings = readAmazonSettings(flags, process.env)
    const running = await startAmazon(settings)
    console.log(listVariables(running.url, settings, process.env).join(' '))
    return running
  },
  async meta() {
    const settings = readMetaSettings(flags, process.env)
    const running = await startMeta(settings)
    console.log(listMetaVariables(running.url, settings, process.env).join(' '))
    return running
  },
  async shopify() {
    const running = await startShopify(readShopifySettings(flags))
    console.log(`SHOPIFY_URL=${running.url}/{shop}`)
    return running
  },
  async woocommerce() {
    const running = await startWoocommerce(readWooSettings(flags))
    for (const { slug } of running.state.shops) console.log(`${running.url}/${slug}/`)
    return running
  },
  async smtp() {
    const running = await startSmtp(readSmtpSettings(flags))
    console.log(`SMTP_URL=${running.url} inbox ${running.inboxUrl}`)
    return running
  },
  async sms() {
    const settings = readSmsSettings(flags, process.env)
    const running = await startSms(settings)
    console.log(`${listSmsVariables(running.url, settings, process.env).join(' ')} inbox ${running.inboxUrl}`)
    return running
  },
}

async function start(name: string): Promise<readonly [string, RunningEmulator]> {
  const starter = starters[name]
  if (!starter) throw new Error(`There is no emulator "${name}". There are: ${Object.keys(starters).join(', ')}.`)
  return [name, await starter()]
}

async function main(): Promise<void> {
  if (names.length === 0) throw new Error(`Say which emulators to run: ${Object.keys(starters).join(', ')}.`)
  if (names.length > 1 && flags.port) throw new Error('Say --port for one emulator at a time.')
  const running = await Promise.all(names.map(start))
  const end = () => {
    void Promise.all(running.map(([, emulator]) => emulator.stop())).then(() => process.exit(0))
  }
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end)
  for (const [name, { url }] of running) console.log(names.length > 1 ? `${name} ${url}` : url)
  process.send?.({
    urls: Object.fromEntries(running.map(([name, { url }]) => [name, url])),
    inboxes: Object.fromEntries(running.flatMap(([name, { inboxUrl }]) => (inboxUrl ? [[name, inboxUrl]] : []))),
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
